package io.duetime.engine.tck.table;

import java.util.LinkedHashMap;
import java.util.Map;

/** Every operation of the table by the letters of its rows and what is particular about it. */
final class Acts {
  /** The longest wait of DEBOUNCE. */
  static final long LONGEST_WAIT = 2 * 3_600_000;

  /** By how much a lease is extended; more than is left of it. */
  static final long EXTENSION = 90_000;

  /** The delay of a retry or a release that names one. */
  static final long RETRY_DELAY = 300_000;

  private Acts() {}

  /** All of them. */
  static Map<String, Act> all() {
    Map<String, Act> acts = new LinkedHashMap<>();
    acts.putAll(SchedulingActs.all());
    acts.putAll(ChangingActs.all());
    acts.putAll(ClaimingActs.all());
    acts.putAll(SettlingActs.all());
    acts.putAll(ViewingActs.all());
    return acts;
  }
}
