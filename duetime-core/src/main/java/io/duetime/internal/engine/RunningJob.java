package io.duetime.internal.engine;

/**
 * A job whose lease has not ended.
 *
 * @param consumer who holds the lease
 * @param since when it was claimed, in epoch milliseconds
 */
public record RunningJob(String id, String consumer, long since) {}
