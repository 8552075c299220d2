package io.duetime.server.task;

import io.duetime.engine.BulkChange;
import io.duetime.engine.Selection;

/**
 * What a task does.
 *
 * @param change cancel, move, redrive or purge
 * @param perSecond for a redrive: how many jobs are due in a second, or 0 to use the change's own
 *     spread
 * @param dryRun whether it only counts
 */
public record TaskWork(
    String queue, Selection selection, BulkChange change, int perSecond, boolean dryRun) {
  private static final long MOST_SPREAD_MILLIS = 1L << 32;

  /** The change that counts. */
  public BulkChange count() {
    return new BulkChange.Count(change);
  }

  /** The change of {@code total} jobs. */
  public BulkChange changeOf(long total) {
    return perSecond == 0
        ? change
        : new BulkChange.Redrive(Math.min(MOST_SPREAD_MILLIS, total * 1_000L / perSecond));
  }

  /** The same work with another change. */
  TaskWork with(BulkChange other) {
    return new TaskWork(queue, selection, other, perSecond, dryRun);
  }
}
