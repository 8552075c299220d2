package io.duetime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request to schedule a job.
 *
 * @param id the job's id, also where it was made up
 * @param outcome what became of the request
 * @param dueAt when the job that now stands under the id is due (its successor where one was stored
 *     or kept); the epoch when the request was refused
 * @param durability what the write reached
 * @param refusal why a batch's item was refused, or null unless the outcome is {@link
 *     ScheduleOutcome#REFUSED}; a single request throws it
 */
public record Scheduled(
    String id,
    ScheduleOutcome outcome,
    Instant dueAt,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {}
