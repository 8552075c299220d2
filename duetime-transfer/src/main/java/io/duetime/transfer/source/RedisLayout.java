package io.duetime.transfer.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.TimeSource;
import io.duetime.engine.JobSpec;
import io.duetime.transfer.JobTerms;
import io.duetime.transfer.Source.Entry;
import io.duetime.transfer.Source.OtherSystem;
import io.duetime.transfer.Source.OtherSystem.Survey;
import io.duetime.transfer.Source.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** How one system keeps the entries of one queue in Redis. */
public abstract class RedisLayout {
  /** Entries that a survey shows. */
  static final int SAMPLES = 5;

  final JobTerms terms;
  private final String place;
  private final String queue;

  RedisLayout(String place, String queue, JobTerms terms) {
    this.place = place;
    this.queue = queue;
    this.terms = terms;
  }

  /** Returns the source that takes from this queue, and closes the connection. */
  public final OtherSystem source(RedisSession redis, TimeSource time) {
    return new RedisSource(redis, session -> List.of(this), time);
  }

  /** The name of the queue there, by which its taken entries are found again. */
  final String place() {
    return place;
  }

  /** The queue that the entries go to. */
  final String queue() {
    return queue;
  }

  /** The name of the script that takes entries; its head says what it takes and replies. */
  abstract String script();

  /** The keys that the script takes entries from. */
  abstract List<String> keys();

  /** Further arguments of the script. */
  List<String> arguments() {
    return List.of();
  }

  /**
   * Makes a job of what the script has taken.
   *
   * @param handle a name that no other entry has
   */
  abstract JobSpec job(String handle, Taken taken);

  /** Counts the entries and reads the first few, without changing anything. */
  abstract Survey survey(RedisSession redis);

  final Survey survey(
      Map<String, Long> counts, Map<String, Long> stays, List<Entry<JobSpec>> some) {
    return new Survey(counts, stays, List.of(new Page<>(place, queue, List.copyOf(some))));
  }

  /** What a script has taken: words, and then bytes, each behind a space. */
  static final class Taken {
    private final byte[] record;
    private int at;

    Taken(byte[] record) {
      this.record = record;
    }

    /** The next word. */
    String word() {
      int from = at;
      while (record[at] != ' ') {
        at++;
      }
      return new String(record, from, at++ - from, UTF_8);
    }

    /** The bytes behind the words. */
    byte[] rest() {
      return Arrays.copyOfRange(record, at, record.length);
    }
  }
}
