package io.duetime;

import java.time.Instant;

/**
 * A consumer that has asked a queue for jobs within the last minute, or runs some.
 *
 * @param name the consumer's name; empty for all consumers without a name together
 * @param lastSeen when it last claimed, or was last known to wait for jobs
 * @param running the jobs that it holds
 */
public record QueueConsumer(String name, Instant lastSeen, long running) {}
