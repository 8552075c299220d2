package io.duetime.server.json;

/**
 * How late the attempts of a queue began.
 *
 * @param p50Millis half of them were not later
 * @param p99Millis of 100 attempts 99 were not later
 * @param attempts how many there were
 */
public record Lateness(long p50Millis, long p99Millis, long attempts) {}
