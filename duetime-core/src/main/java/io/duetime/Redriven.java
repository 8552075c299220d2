package io.duetime;

/**
 * The answer to a redrive of dead jobs.
 *
 * @param redriven how many are due again
 * @param refused how many stay dead because the queue has as many jobs waiting as its {@code
 *     maxWaiting} allows ({@link ErrorCode#QUOTA_EXCEEDED}); redrive again once there is room
 */
public record Redriven(long redriven, long refused) {}
