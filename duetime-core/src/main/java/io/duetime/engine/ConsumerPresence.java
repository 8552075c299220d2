package io.duetime.engine;

/**
 * A consumer that has asked a queue for jobs within the last minute, or runs some.
 *
 * @param name the consumer's name; empty for all consumers without a name together
 * @param lastSeenMillis when it last claimed, or was last known to wait for jobs
 * @param running the jobs that it holds
 */
public record ConsumerPresence(String name, long lastSeenMillis, long running) {}
