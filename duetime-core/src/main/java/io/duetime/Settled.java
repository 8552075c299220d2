package io.duetime;

/**
 * The answer to an acknowledgement that asked for a durability.
 *
 * @param outcome what happened to the job
 * @param durability what the writes of the whole call reached
 */
public record Settled(SettleOutcome outcome, Durability.Reached durability) {}
