package io.duetime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request to run a job at another moment.
 *
 * @param id the job's id
 * @param outcome what became of the request
 * @param dueAt when the job is due now, for RESCHEDULED and NOT_MET; otherwise null
 * @param durability what the write reached
 * @param refusal why a batch's item was refused, or null unless the outcome is {@link
 *     RescheduleOutcome#REFUSED}; a single request throws it
 */
public record Rescheduled(
    String id,
    RescheduleOutcome outcome,
    @Nullable Instant dueAt,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {}
