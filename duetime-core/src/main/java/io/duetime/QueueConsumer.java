package io.duetime;

import java.time.Instant;

/**
 * Somebody who has asked a queue for jobs within the last minute.
 *
 * @param name the name it gave, or empty for those that gave none, which count as one
 * @param lastSeen when it last asked
 * @param running jobs it holds
 */
public record QueueConsumer(String name, Instant lastSeen, long running) {}
