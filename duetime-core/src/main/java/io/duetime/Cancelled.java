package io.duetime;

/**
 * The answer to one id of a batch of cancellations.
 *
 * @param id the job's id
 * @param outcome what became of it
 * @param durability what the write reached
 */
public record Cancelled(String id, CancelOutcome outcome, Durability.Reached durability) {}
