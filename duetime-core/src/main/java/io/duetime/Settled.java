package io.duetime;

/**
 * The answer to an acknowledgement that asked for a durability.
 *
 * @param outcome what became of the job
 * @param durability what the writes of the call reached, those of other leases included
 */
public record Settled(SettleOutcome outcome, Durability.Reached durability) {}
