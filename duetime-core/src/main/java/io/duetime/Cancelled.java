package io.duetime;

import org.jspecify.annotations.Nullable;

/**
 * The answer to one cancellation of a batch, or to a cancellation that asked for a durability.
 *
 * @param id the job's id
 * @param outcome what happened to the job
 * @param durability what the write reached
 * @param refusal why the id was refused if the outcome is {@link CancelOutcome#REFUSED}, otherwise
 *     null; a single call throws it
 */
public record Cancelled(
    String id,
    CancelOutcome outcome,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {}
