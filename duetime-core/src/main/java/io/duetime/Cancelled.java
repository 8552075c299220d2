package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one id of a batch of cancellations.
 *
 * @param id the job's id
 * @param outcome what became of it
 * @param durability what the write reached
 * @param refusal why, for REFUSED; otherwise null
 */
public record Cancelled(
    String id,
    CancelOutcome outcome,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {}
