package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a cancellation of a batch, or to one that asked for a durability.
 *
 * @param id the job's id
 * @param outcome what became of it
 * @param durability what the write reached
 * @param refusal why an id of a batch was refused, or null unless the outcome is {@link
 *     CancelOutcome#REFUSED}; a single call throws it
 */
public record Cancelled(
    String id,
    CancelOutcome outcome,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {}
