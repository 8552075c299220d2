package io.duetime.server.json;

import io.duetime.Limits;
import io.duetime.engine.DueTime;
import io.duetime.internal.id.StableHash;
import java.time.Duration;

/** Delays a due time by a hash of queue and id, the same in every repetition. */
record SpreadOffset(long offsetMillis) {
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofMillis(StableHash.RANGE);

  static SpreadOffset over(Duration window, String queue, String id) {
    return new SpreadOffset(StableHash.spreadMillis(queue, id, millis(window)));
  }

  DueTime apply(DueTime due) {
    if (due instanceof DueTime.At at) {
      return DueTime.at(at.epochMillis() + offsetMillis);
    }
    return DueTime.after(((DueTime.After) due).delayMillis() + offsetMillis);
  }

  private static long millis(Duration window) {
    String allowed = "1 to " + StableHash.RANGE + " milliseconds";
    return Limits.within("spread", window, LEAST, MOST, allowed).toMillis();
  }
}
