package io.duetime;

import java.time.Instant;
import java.util.List;

/**
 * A consumer that has asked a queue for jobs within the last minute, runs some, or has abandoned
 * handlers ({@link WorkerSettings.Builder#abandonAfter}).
 *
 * @param name the consumer's name; empty for all consumers without a name together
 * @param lastSeen when it last claimed, or was last known to wait for jobs or to exist
 * @param running the jobs that it holds
 * @param abandoned how many of its handlers were abandoned and have not ended, as its process last
 *     told; it tells every 5 s
 * @param abandonedJobs the ids of the jobs of the first five
 */
public record QueueConsumer(
    String name, Instant lastSeen, long running, long abandoned, List<String> abandonedJobs) {
  /** Copies the ids. */
  public QueueConsumer {
    abandonedJobs = List.copyOf(abandonedJobs);
  }

  /** A consumer without abandoned handlers. */
  public QueueConsumer(String name, Instant lastSeen, long running) {
    this(name, lastSeen, running, 0, List.of());
  }
}
