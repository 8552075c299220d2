package io.duetime.internal.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.engine.DueTime;
import io.duetime.internal.text.DurationText;
import java.time.Duration;
import java.time.Instant;

/** How far ahead of the store's clock jobs may be due, and the refusal of those further ahead. */
public final class TooFarAhead {
  private TooFarAhead() {}

  /** The most milliseconds ahead that a queue takes. */
  public static long mostMillis(QueueSettings settings) {
    long most = Limits.MAX_AHEAD.toMillis();
    return settings.maxAhead().isZero() ? most : Math.min(most, settings.maxAhead().toMillis());
  }

  /** Refuses a due time, in the terms in which it was asked for. */
  public static InvalidRequestException of(DueTime due, long mostMillis) {
    String allowed =
        "at most " + DurationText.exact(Duration.ofMillis(mostMillis)) + " after the store's now";
    return due instanceof DueTime.After after
        ? new InvalidRequestException("delay", Duration.ofMillis(after.delayMillis()), allowed)
        : new InvalidRequestException("dueAt", Instant.ofEpochMilli(due.resolve(0)), allowed);
  }
}
