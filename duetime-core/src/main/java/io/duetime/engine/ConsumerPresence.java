package io.duetime.engine;

/**
 * A consumer that has lately asked a queue for jobs.
 *
 * @param name the name it gave, or empty for those that gave none, which count as one
 * @param lastSeenMillis when it last claimed, or was last known to wait for jobs
 * @param running jobs it holds
 */
public record ConsumerPresence(String name, long lastSeenMillis, long running) {}
