package io.duetime;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recurring job as the store has it.
 *
 * @param name unique within the queue; its jobs are called {@code name@instant}
 * @param schedule when it ticks
 * @param missed what becomes of ticks that passed while no process was open or it was paused
 * @param paused whether ticks are left out for now
 * @param lastTick the latest tick up to now that got a job, or null
 * @param nextTicks the next ticks that will run, at most 5, ascending; none while it is paused
 * @param pending the ids of the jobs that wait for ticks to come, also those of an earlier schedule
 *     or of a definition that was removed
 * @param skippedTicks how many missed ticks got no job in all; of one gap at most 100,000 are
 *     counted
 */
public record Recurring(
    String name,
    Schedule schedule,
    MissedTicks missed,
    boolean paused,
    @Nullable Instant lastTick,
    List<Instant> nextTicks,
    List<String> pending,
    long skippedTicks) {
  /** Keeps lists of its own. */
  public Recurring {
    nextTicks = List.copyOf(nextTicks);
    pending = List.copyOf(pending);
  }

  /** The next tick that will run, or null when there is none. */
  public @Nullable Instant nextTick() {
    return nextTicks.isEmpty() ? null : nextTicks.get(0);
  }
}
