package io.duetime.server.task;

import io.duetime.engine.BulkChange;
import org.jspecify.annotations.Nullable;

/**
 * How far a task is. It counts first, then changes; a dry run only counts.
 *
 * @param total the jobs counted so far
 * @param sum the jobs examined, changed and refused; of a dry run, those counted
 * @param cursor where the phase continues; null for its begin
 */
public record TaskProgress(Phase phase, long total, Sum sum, @Nullable String cursor) {
  /** The beginning. */
  public static final TaskProgress NONE =
      new TaskProgress(Phase.COUNTING, 0, new Sum(0, 0, 0), null);

  /** The phases of a task. */
  public enum Phase {
    COUNTING,
    CHANGING,
    COMPLETE
  }

  /**
   * A number of jobs.
   *
   * @param refused jobs that a quota had no room for
   */
  public record Sum(long examined, long changed, long refused) {
    Sum plus(BulkChange.Step step) {
      return new Sum(
          examined + step.examined(), changed + step.changed(), refused + step.refused());
    }
  }

  /** The progress after a step of the current phase. */
  public TaskProgress after(BulkChange.Step step, boolean dryRun) {
    boolean more = step.cursor() != null;
    if (phase == Phase.COUNTING) {
      Phase next = more ? Phase.COUNTING : dryRun ? Phase.COMPLETE : Phase.CHANGING;
      return new TaskProgress(
          next, total + step.changed(), dryRun ? sum.plus(step) : sum, step.cursor());
    }
    return new TaskProgress(
        more ? Phase.CHANGING : Phase.COMPLETE, total, sum.plus(step), step.cursor());
  }
}
