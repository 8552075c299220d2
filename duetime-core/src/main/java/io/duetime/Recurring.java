package io.duetime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A recurring job as the store has it.
 *
 * @param name unique within the queue; its jobs are called {@code name@instant}
 * @param schedule when it ticks; its {@link Schedule#nextAfter} tells the ticks to come
 * @param missed what becomes of ticks that nobody was there for
 * @param paused whether ticks are left out for now
 * @param lastTick the latest tick for which a job was made or that was left out, or null
 * @param nextTick the tick for which the next job will be made, or null when there is none
 */
public record Recurring(
    String name,
    Schedule schedule,
    MissedTicks missed,
    boolean paused,
    @Nullable Instant lastTick,
    @Nullable Instant nextTick) {}
