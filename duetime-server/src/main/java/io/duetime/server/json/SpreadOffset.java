package io.duetime.server.json;

import io.duetime.engine.DueTime;
import io.duetime.internal.hash.StableHash;
import java.time.Duration;

/** Delays a due time by a hash of queue and id, the same in every repetition. */
record SpreadOffset(long offsetMillis) {
  static SpreadOffset over(Duration window, String queue, String id) {
    return new SpreadOffset(StableHash.spreadMillis(queue, id, millis(window)));
  }

  DueTime apply(DueTime due) {
    if (due instanceof DueTime.At at) {
      return DueTime.at(at.epochMillis() + offsetMillis);
    }
    return DueTime.after(((DueTime.After) due).delayMillis() + offsetMillis);
  }

  /** Caps at what a long holds; the hash refuses windows that are too long. */
  private static long millis(Duration window) {
    Duration most = Duration.ofMillis(Long.MAX_VALUE);
    return window.compareTo(most) > 0 ? Long.MAX_VALUE : window.toMillis();
  }
}
