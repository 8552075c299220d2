package io.duetime.internal.engine;

import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.QueueSettings;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.QueueTimeline;

/** How a queue reads that does not exist. */
public final class Absent {
  /** No jobs, and nothing has happened. */
  public static final QueueCounts COUNTS =
      new QueueCounts(
          new QueueCounts.ByState(0, 0, 0, 0, 0, 0),
          new QueueCounts.Events(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
          ClaimResult.NEVER,
          ClaimResult.NEVER);

  /** The defaults, never changed. */
  public static final QueueSettings SETTINGS = QueueSettings.builder().version(0).build();

  /** The answer to a change of settings that were read from an earlier queue of the name. */
  public static final Configured CHANGED_MEANWHILE =
      new Configured(ConfigureOutcome.CHANGED_MEANWHILE, SETTINGS);

  private Absent() {}

  /** Nothing is due and nothing ran. */
  public static QueueTimeline timeline(long now, long fromMillis, long toMillis, int buckets) {
    return new QueueTimeline(now, Buckets.empty(fromMillis, toMillis, buckets));
  }
}
