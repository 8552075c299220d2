package io.duetime;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recurring definition as it is stored.
 *
 * @param name unique within the queue; its jobs have the ids {@code name@instant}
 * @param schedule when it ticks
 * @param rules which ticks run: missed ones, and where the ticks end
 * @param paused whether the definition is paused
 * @param lastTick the latest tick up to now that created a job, or null
 * @param nextTicks the next ticks that will run, at most 5, ascending; none while it is paused
 * @param pending the ids of the jobs that wait for future ticks, also of an earlier schedule or of
 *     a removed definition
 * @param skippedTicks how many ticks were missed: they created no job, or their job was withdrawn
 *     before it began; of one gap at most 100,000 are counted
 * @param owner who has put it, as its request said; null for nobody
 */
public record Recurring(
    String name,
    Schedule schedule,
    TickRules rules,
    boolean paused,
    @Nullable Instant lastTick,
    List<Instant> nextTicks,
    List<String> pending,
    long skippedTicks,
    @Nullable String owner) {
  /** Copies the lists. */
  public Recurring {
    nextTicks = List.copyOf(nextTicks);
    pending = List.copyOf(pending);
  }

  /** The next tick that will run, or null if there is none. */
  public @Nullable Instant nextTick() {
    return nextTicks.isEmpty() ? null : nextTicks.get(0);
  }
}
