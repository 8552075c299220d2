package io.duetime.engine.support;

import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.QueueSettings;
import io.duetime.Timeline;
import java.time.Instant;

/** How a queue reads that does not exist. */
public final class Absent {
  /** No jobs, and nothing has happened. */
  public static final Counts COUNTS =
      new Counts(
          new Counts.States(0, 0, 0, 0, 0, 0, 0),
          new Counts.Events(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
          null,
          null);

  /** The defaults, never changed. */
  public static final QueueSettings SETTINGS = QueueSettings.builder().version(0).build();

  /** The answer to a change of settings that were read from an earlier queue of the name. */
  public static final Configured CHANGED_MEANWHILE =
      new Configured(ConfigureOutcome.CHANGED_MEANWHILE, SETTINGS);

  private Absent() {}

  /** Nothing is due and nothing ran. */
  public static Timeline timeline(long now, long fromMillis, long toMillis, int buckets) {
    return new Timeline(Instant.ofEpochMilli(now), Buckets.empty(fromMillis, toMillis, buckets));
  }
}
