package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request to take due jobs of one queue.
 *
 * @param max how many at most, 1 to 10,000; a claim also stops after 16 MiB of payload
 * @param leaseMillis how long they are held, from 1 ms to 365 days
 * @param dueBeforeMillis take what is due before this moment, also a future one; null for what is
 *     due now
 * @param consumer a name shown to operators as the holder; empty for none
 * @param shard the shard to take from; null for any, each served in turn
 */
public record ClaimRequest(
    int max,
    long leaseMillis,
    @Nullable Long dueBeforeMillis,
    String consumer,
    @Nullable ShardId shard) {
  /** Checks the ranges. */
  public ClaimRequest {
    Limits.count("max", max, Limits.MAX_CLAIM);
    Limits.given("consumer", consumer);
    if (leaseMillis < 1 || leaseMillis > Limits.MAX_LEASE.toMillis()) {
      throw new InvalidRequestException("lease", leaseMillis + " ms", "1 ms to 365 days");
    }
    if (dueBeforeMillis != null) {
      Limits.moment("dueBefore", Instant.ofEpochMilli(dueBeforeMillis));
    }
    if (!consumer.isEmpty()) {
      Limits.text("consumer", consumer);
    }
  }

  /** Takes what is due now, from any shard, for nobody in particular. */
  public static ClaimRequest of(int max, long leaseMillis) {
    return new ClaimRequest(max, leaseMillis, null, "", null);
  }

  /** The same, taking ahead all that is due before a moment. */
  public ClaimRequest dueBefore(long epochMillis) {
    return new ClaimRequest(max, leaseMillis, epochMillis, consumer, shard);
  }

  /** The same for a named consumer. */
  public ClaimRequest by(String newConsumer) {
    return new ClaimRequest(max, leaseMillis, dueBeforeMillis, newConsumer, shard);
  }

  /** The same from one shard alone. */
  public ClaimRequest from(ShardId newShard) {
    return new ClaimRequest(
        max, leaseMillis, dueBeforeMillis, consumer, Limits.given("shard", newShard));
  }
}
