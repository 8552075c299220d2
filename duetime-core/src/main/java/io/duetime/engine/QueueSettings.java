package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one queue behaves; changed as a whole, read by every process that uses the queue.
 *
 * @param pausedUntilMillis no claim succeeds before this moment; 0 for not paused, {@link
 *     Long#MAX_VALUE} for until resumed
 * @param maxRunning jobs leased at once over all processes; 0 for no limit
 * @param rate jobs claimed per time over all processes, or null for no limit
 * @param shards 1 to 1,024
 * @param retention how long done and cancelled jobs are remembered; zero for not at all
 * @param quota what may be pending
 * @param defaults what holds for a request that says nothing
 * @param deadCopyTo the queue that gets a copy of every job that dies, or null
 * @param handOver where due jobs are published instead of being run, in the words of the module
 *     that does it, or null
 */
public record QueueSettings(
    long pausedUntilMillis,
    int maxRunning,
    @Nullable Rate rate,
    int shards,
    Duration retention,
    Quota quota,
    Defaults defaults,
    @Nullable String deadCopyTo,
    @Nullable String handOver) {
  /** What holds unless changed. */
  public static final QueueSettings DEFAULT =
      new QueueSettings(0, 0, null, 1, Duration.ZERO, Quota.NONE, Defaults.DEFAULT, null, null);

  /** Checks the ranges. */
  public QueueSettings {
    atLeast("pausedUntil", pausedUntilMillis, 0);
    atLeast("maxRunning", maxRunning, 0);
    Limits.count("shards", shards, 1024);
    if (retention.isNegative() || retention.compareTo(Limits.MAX_AHEAD) > 0) {
      throw new InvalidRequestException("retention", retention, "0 to 100 years");
    }
    if (deadCopyTo != null) {
      Limits.queue(deadCopyTo);
    }
  }

  /** The same, paused until a moment. */
  public QueueSettings pausedUntil(long untilMillis) {
    return new QueueSettings(
        untilMillis, maxRunning, rate, shards, retention, quota, defaults, deadCopyTo, handOver);
  }

  /** The same with a limit of jobs running at once. */
  public QueueSettings maxRunning(int newMax) {
    return new QueueSettings(
        pausedUntilMillis, newMax, rate, shards, retention, quota, defaults, deadCopyTo, handOver);
  }

  /** The same with a limit of rate. */
  public QueueSettings rate(@Nullable Rate newRate) {
    return new QueueSettings(
        pausedUntilMillis,
        maxRunning,
        newRate,
        shards,
        retention,
        quota,
        defaults,
        deadCopyTo,
        handOver);
  }

  /** The same with another number of shards. */
  public QueueSettings shards(int newShards) {
    return new QueueSettings(
        pausedUntilMillis,
        maxRunning,
        rate,
        newShards,
        retention,
        quota,
        defaults,
        deadCopyTo,
        handOver);
  }

  /** The same with another retention. */
  public QueueSettings retention(Duration newRetention) {
    return new QueueSettings(
        pausedUntilMillis,
        maxRunning,
        rate,
        shards,
        newRetention,
        quota,
        defaults,
        deadCopyTo,
        handOver);
  }

  /** The same with another quota. */
  public QueueSettings quota(Quota newQuota) {
    return new QueueSettings(
        pausedUntilMillis,
        maxRunning,
        rate,
        shards,
        retention,
        newQuota,
        defaults,
        deadCopyTo,
        handOver);
  }

  /** The same with other defaults. */
  public QueueSettings defaults(Defaults newDefaults) {
    return new QueueSettings(
        pausedUntilMillis,
        maxRunning,
        rate,
        shards,
        retention,
        quota,
        newDefaults,
        deadCopyTo,
        handOver);
  }

  /** The same with copies of dead jobs going to a queue, or nowhere. */
  public QueueSettings deadCopyTo(@Nullable String queue) {
    return new QueueSettings(
        pausedUntilMillis, maxRunning, rate, shards, retention, quota, defaults, queue, handOver);
  }

  /** The same with due jobs handed over, or not. */
  public QueueSettings handOver(@Nullable String target) {
    return new QueueSettings(
        pausedUntilMillis,
        maxRunning,
        rate,
        shards,
        retention,
        quota,
        defaults,
        deadCopyTo,
        target);
  }

  /** Whether claims succeed at a moment. */
  public boolean isPausedAt(long nowMillis) {
    return pausedUntilMillis > nowMillis;
  }

  private static void atLeast(String field, long value, long least) {
    if (value < least) {
      throw new InvalidRequestException(field, value, least + " or more");
    }
  }

  /**
   * A token bucket.
   *
   * @param permits tokens that come in each {@code per}, 1 to 10,000,000
   * @param per 1 ms to 1 day
   * @param burst tokens that may have gathered, 1 to 10,000,000
   */
  public record Rate(int permits, Duration per, int burst) {
    /** Checks the ranges. */
    public Rate {
      Limits.count("rate", permits, 10_000_000);
      Limits.count("burst", burst, 10_000_000);
      if (per.compareTo(Duration.ofMillis(1)) < 0 || per.compareTo(Duration.ofDays(1)) > 0) {
        throw new InvalidRequestException("rate per", per, "1 ms to 1 day");
      }
    }
  }

  /**
   * What may be pending; 0 for no limit.
   *
   * @param maxWaiting jobs
   * @param maxAhead how far ahead a job may be due; zero for the general limit
   */
  public record Quota(long maxWaiting, Duration maxAhead) {
    /** No limits but the general ones. */
    public static final Quota NONE = new Quota(0, Duration.ZERO);

    /** Checks the ranges. */
    public Quota {
      atLeast("maxWaiting", maxWaiting, 0);
      if (maxAhead.isNegative() || maxAhead.compareTo(Limits.MAX_AHEAD) > 0) {
        throw new InvalidRequestException("maxAhead", maxAhead, "0 to 100 years");
      }
    }
  }

  /** What holds for a request that says nothing. */
  public record Defaults(long priority, RetryPolicy retry, Duration lease) {
    /** Priority 1024, ten attempts with exponential backoff, a lease of 30 s. */
    public static final Defaults DEFAULT =
        new Defaults(Limits.DEFAULT_PRIORITY, RetryPolicy.DEFAULT, Limits.DEFAULT_LEASE);

    /** Checks the ranges. */
    public Defaults {
      Limits.priority(priority);
      Limits.leaseMillis(lease);
    }
  }
}
