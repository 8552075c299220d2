package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request to claim due jobs of one queue.
 *
 * @param max the most jobs, 1 to 10,000; a claim also ends after 16 MiB of payload
 * @param leaseMillis how long the jobs are leased, 1 ms to 365 days
 * @param dueBeforeMillis claims jobs that are due before this moment, which may be in the future;
 *     null for jobs that are due now
 * @param consumer the consumer's name, which operators see; empty for none
 * @param shard the shard to claim from; null for any, in rotation
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

  /** Returns a request for jobs that are due now, from any shard, without a consumer's name. */
  public static ClaimRequest of(int max, long leaseMillis) {
    return new ClaimRequest(max, leaseMillis, null, "", null);
  }

  /** Returns a copy that claims ahead all jobs that are due before a moment. */
  public ClaimRequest dueBefore(long epochMillis) {
    return new ClaimRequest(max, leaseMillis, epochMillis, consumer, shard);
  }

  /** Returns a copy with a consumer's name. */
  public ClaimRequest by(String newConsumer) {
    return new ClaimRequest(max, leaseMillis, dueBeforeMillis, newConsumer, shard);
  }

  /** Returns a copy that claims from one shard only. */
  public ClaimRequest from(ShardId newShard) {
    return new ClaimRequest(
        max, leaseMillis, dueBeforeMillis, consumer, Limits.given("shard", newShard));
  }
}
