package io.duetime.spring.internal.handler;

import io.duetime.Codec;
import io.duetime.Handler;
import io.duetime.MissedTicks;
import io.duetime.Schedule;
import org.jspecify.annotations.Nullable;

/**
 * The handler of one queue, ready to run.
 *
 * @param queue the queue
 * @param codec decodes its payloads
 * @param handler runs its jobs
 * @param settings what the annotation says
 * @param ticks the recurring definition of that name, or null
 * @param origin names bean and method, for messages
 */
record QueueHandler(
    String queue,
    Codec<?> codec,
    Handler<?> handler,
    HandlerSettings settings,
    @Nullable Ticks ticks,
    String origin) {

  /** When a recurring handler runs. */
  record Ticks(Schedule schedule, MissedTicks missed) {}
}
