package io.duetime;

/**
 * The answer to a redrive of dead jobs.
 *
 * @param redriven the jobs that are due again
 * @param refused the jobs that stay dead because the queue has as many waiting jobs as {@code
 *     maxWaiting} allows ({@link ErrorCode#QUOTA_EXCEEDED}); redrive them when there is room
 */
public record Redriven(long redriven, long refused) {}
