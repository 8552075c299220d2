package io.duetime;

/**
 * The answer to an acknowledgement that asked for a durability.
 *
 * @param outcome what became of the job
 * @param durability what the write reached; {@link Durability.Reached#NOTHING} where nothing was
 *     written
 */
public record Settled(SettleOutcome outcome, Durability.Reached durability) {}
