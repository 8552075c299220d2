package io.duetime;

import io.duetime.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one queue, which apply in every process that uses it; changed as a whole.
 * Immutable. Two settings are equal if everything except the {@linkplain #version version} is.
 */
public final class QueueSettings {
  private static final Duration DEFAULT_LATE = Duration.ofSeconds(10);

  /** The settings of a queue that nothing has configured. */
  public static final QueueSettings DEFAULT = new Builder().build();

  private static final int MAX_SHARDS = 1024;
  private static final long ANY_VERSION = -1;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final Instant LAST_MOMENT = Instant.ofEpochMilli(Long.MAX_VALUE - 1);

  private final Builder from;

  private QueueSettings(Builder from) {
    this.from = from;
  }

  /** Returns a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with these settings and their version. */
  public Builder toBuilder() {
    return new Builder(from);
  }

  /**
   * The version of settings that were read from a queue: 0 before the first change, then growing
   * for as long as the queue exists. They are stored only if the queue's settings still have this
   * version. Empty for other settings, which are always stored.
   */
  public OptionalLong version() {
    return from.version == ANY_VERSION ? OptionalLong.empty() : OptionalLong.of(from.version);
  }

  /** The end of the pause; {@link Instant#MAX} for a pause until resumed; empty if not paused. */
  public Optional<Instant> pausedUntil() {
    long millis = from.pausedUntilMillis;
    return millis == 0 ? Optional.empty() : Optional.of(moment(millis));
  }

  /**
   * The end of the pause in epoch milliseconds, as engines store it: 0 for not paused, {@link
   * Long#MAX_VALUE} for until resumed.
   */
  public long pausedUntilMillis() {
    return from.pausedUntilMillis;
  }

  /** Whether the queue is paused at a moment, in epoch milliseconds. */
  public boolean isPausedAt(long nowMillis) {
    return from.pausedUntilMillis > nowMillis;
  }

  /** The most jobs leased at once over all processes; 0 for no limit. */
  public int maxRunning() {
    return from.maxRunning;
  }

  /** The most jobs claimed per time over all processes; empty for no limit. */
  public Optional<Rate> rate() {
    return Optional.ofNullable(from.rate);
  }

  /** The number of shards (partitions), on engines that have shards. */
  public int shards() {
    return from.shards;
  }

  /** How long done and cancelled jobs are remembered; zero for not at all. */
  public Duration retention() {
    return from.retention;
  }

  /** How long dead jobs are kept; zero for no limit. */
  public Duration deadRetention() {
    return from.deadRetention;
  }

  /** The most dead jobs that are kept; 0 for no limit. */
  public long maxDead() {
    return from.maxDead;
  }

  /** The most waiting jobs; 0 for no limit. */
  public long maxWaiting() {
    return from.maxWaiting;
  }

  /** How far ahead a job may be due; zero for the general limit of 100 years. */
  public Duration maxAhead() {
    return from.maxAhead;
  }

  /** How long a job may be due before its queue has a problem; 10 s by default. */
  public Duration lateAfter() {
    return from.lateAfter;
  }

  /** The priority of a request that sets none. */
  public long defaultPriority() {
    return from.defaultPriority;
  }

  /** The retry policy of a request that sets none. */
  public RetryPolicy defaultRetry() {
    return from.defaultRetry;
  }

  /** The lease of a claim over HTTP or beanstalkd that sets none. */
  public Duration defaultLease() {
    return from.defaultLease;
  }

  /** The queue that receives a copy of every job that dies; empty for none. */
  public Optional<String> deadCopyTo() {
    return Optional.ofNullable(from.deadCopyTo);
  }

  /** Where a server hands due jobs over to (forwards them); empty for nowhere. */
  public Optional<HandOverRoute> handOver() {
    return Optional.ofNullable(from.handOver);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof QueueSettings settings && everything().equals(settings.everything());
  }

  @Override
  public int hashCode() {
    return everything().hashCode();
  }

  /** Describes the settings that differ from the defaults. */
  @Override
  public String toString() {
    return new Description("QueueSettings")
        .when(from.pausedUntilMillis == Long.MAX_VALUE, "paused")
        .with("pausedUntil", pausedUntil().filter(moment -> !moment.equals(Instant.MAX)))
        .with("maxRunning", from.maxRunning, 0)
        .with("rate", from.rate)
        .with("shards", from.shards, 1)
        .with("retention", from.retention, Duration.ZERO)
        .with("deadRetention", from.deadRetention, Duration.ZERO)
        .with("maxDead", from.maxDead, 0L)
        .with("maxWaiting", from.maxWaiting, 0L)
        .with("maxAhead", from.maxAhead, Duration.ZERO)
        .with("lateAfter", from.lateAfter, DEFAULT_LATE)
        .with("defaultPriority", from.defaultPriority, Limits.DEFAULT_PRIORITY)
        .with("defaultRetry", from.defaultRetry, RetryPolicy.DEFAULT)
        .with("defaultLease", from.defaultLease, Limits.DEFAULT_LEASE)
        .with("deadCopyTo", from.deadCopyTo)
        .with("handOver", from.handOver)
        .toString();
  }

  private List<?> everything() {
    return Arrays.asList(
        from.pausedUntilMillis,
        from.maxRunning,
        from.rate,
        from.shards,
        from.retention,
        from.deadRetention,
        from.maxDead,
        from.maxWaiting,
        from.maxAhead,
        from.lateAfter,
        from.defaultPriority,
        from.defaultRetry,
        from.defaultLease,
        from.deadCopyTo,
        from.handOver);
  }

  private static Instant moment(long millis) {
    return millis == Long.MAX_VALUE ? Instant.MAX : Instant.ofEpochMilli(millis);
  }

  /**
   * A rate limit as a token bucket.
   *
   * @param permits jobs that may be claimed in each {@code per}, 1 to 10,000,000
   * @param per 1 ms to 1 day
   * @param burst the most permits that the bucket holds, 1 to 10,000,000
   */
  public record Rate(int permits, Duration per, int burst) {
    /** Checks the ranges. */
    public Rate {
      Limits.count("rate", permits, 10_000_000);
      Limits.count("burst", burst, 10_000_000);
      Limits.within("rate per", per, Duration.ofMillis(1), Duration.ofDays(1), "1 ms to 1 day");
    }

    /** Describes it, such as {@code 100 per 1s (burst 200)}. */
    @Override
    public String toString() {
      return permits + " per " + DurationText.exact(per) + " (burst " + burst + ")";
    }
  }

  /** Builds {@link QueueSettings}; every setter is optional. */
  public static final class Builder {
    private long version = ANY_VERSION;
    private long pausedUntilMillis;
    private int maxRunning;
    private @Nullable Rate rate;
    private int shards = 1;
    private Duration retention = Duration.ZERO;
    private Duration deadRetention = Duration.ZERO;
    private long maxDead;
    private long maxWaiting;
    private Duration maxAhead = Duration.ZERO;
    private Duration lateAfter = DEFAULT_LATE;
    private long defaultPriority = Limits.DEFAULT_PRIORITY;
    private RetryPolicy defaultRetry = RetryPolicy.DEFAULT;
    private Duration defaultLease = Limits.DEFAULT_LEASE;
    private @Nullable String deadCopyTo;
    private @Nullable HandOverRoute handOver;

    private Builder() {}

    private Builder(Builder other) {
      this.version = other.version;
      this.pausedUntilMillis = other.pausedUntilMillis;
      this.maxRunning = other.maxRunning;
      this.rate = other.rate;
      this.shards = other.shards;
      this.retention = other.retention;
      this.deadRetention = other.deadRetention;
      this.maxDead = other.maxDead;
      this.maxWaiting = other.maxWaiting;
      this.maxAhead = other.maxAhead;
      this.lateAfter = other.lateAfter;
      this.defaultPriority = other.defaultPriority;
      this.defaultRetry = other.defaultRetry;
      this.defaultLease = other.defaultLease;
      this.deadCopyTo = other.deadCopyTo;
      this.handOver = other.handOver;
    }

    /**
     * Stores the settings only if the queue's settings still have this version, 0 or more. Settings
     * that were read from a queue, and their changed copies, have its version.
     */
    public Builder version(long newVersion) {
      atLeastZero("version", newVersion);
      this.version = newVersion;
      return this;
    }

    /** Stores the settings whatever the version of the queue's settings is. The default. */
    public Builder anyVersion() {
      this.version = ANY_VERSION;
      return this;
    }

    /** Pauses the queue until it is resumed. */
    public Builder paused() {
      return pausedUntil(Instant.MAX);
    }

    /**
     * Pauses the queue until a moment from 1970 on, rounded up to milliseconds; {@link Instant#MAX}
     * for until resumed.
     */
    public Builder pausedUntil(Instant moment) {
      if (moment == null || moment.isBefore(Instant.EPOCH)) {
        throw new InvalidRequestException("pausedUntil", moment, "from 1970 on");
      }
      return pausedUntilMillis(
          moment.isAfter(LAST_MOMENT)
              ? Long.MAX_VALUE
              : moment.plusNanos(NANOS_PER_MILLI - 1).toEpochMilli());
    }

    /**
     * As {@link #pausedUntil} in epoch milliseconds: 0 for not paused, {@link Long#MAX_VALUE} for
     * until resumed.
     */
    public Builder pausedUntilMillis(long moment) {
      this.pausedUntilMillis = moment;
      return this;
    }

    /** Ends the pause. The default. */
    public Builder notPaused() {
      return pausedUntilMillis(0);
    }

    /** Limits the jobs leased at once over all processes; 0, the default, for no limit. */
    public Builder maxRunning(int jobs) {
      this.maxRunning = jobs;
      return this;
    }

    /** Limits the jobs claimed per time over all processes; null, the default, for no limit. */
    public Builder rate(@Nullable Rate newRate) {
      this.rate = newRate;
      return this;
    }

    /** Sets the number of shards, 1 to 1,024; 1 by default. */
    public Builder shards(int newShards) {
      this.shards = newShards;
      return this;
    }

    /** Remembers done and cancelled jobs for 0 to 100 years; zero by default. */
    public Builder retention(Duration newRetention) {
      this.retention = newRetention;
      return this;
    }

    /**
     * Deletes dead jobs a duration after their death, up to 100 years; zero, the default, keeps
     * them. Applies also to jobs that are dead already.
     */
    public Builder deadRetention(Duration newRetention) {
      this.deadRetention = newRetention;
      return this;
    }

    /**
     * Limits the dead jobs; above the limit those that died first are deleted. 0, the default, for
     * no limit.
     */
    public Builder maxDead(long jobs) {
      this.maxDead = jobs;
      return this;
    }

    /**
     * Limits the waiting jobs; above the limit new jobs are refused. 0, the default, for no limit.
     */
    public Builder maxWaiting(long jobs) {
      this.maxWaiting = jobs;
      return this;
    }

    /** Refuses jobs that are due further ahead; zero, the default, for 100 years. */
    public Builder maxAhead(Duration time) {
      this.maxAhead = time;
      return this;
    }

    /**
     * Sets how long a job may be due before its queue has a problem, up to 100 years; 10 s by
     * default.
     */
    public Builder lateAfter(Duration time) {
      this.lateAfter = time;
      return this;
    }

    /** Sets the priority of a request that sets none; 1024 by default. */
    public Builder defaultPriority(long priority) {
      this.defaultPriority = priority;
      return this;
    }

    /**
     * Sets the retry policy of a request that sets none; {@link RetryPolicy#DEFAULT} by default.
     */
    public Builder defaultRetry(RetryPolicy policy) {
      this.defaultRetry = policy;
      return this;
    }

    /** Sets the lease of a claim over HTTP or beanstalkd that sets none; 30 s by default. */
    public Builder defaultLease(Duration lease) {
      this.defaultLease = lease;
      return this;
    }

    /** Copies every job that dies to another queue; null, the default, for none. */
    public Builder deadCopyTo(@Nullable String queue) {
      this.deadCopyTo = queue;
      return this;
    }

    /** Lets a server hand due jobs over to a target; null, the default, for none. */
    public Builder handOver(@Nullable HandOverRoute route) {
      this.handOver = route;
      return this;
    }

    /**
     * Checks all ranges and returns the settings.
     *
     * @throws InvalidRequestException if a value is not allowed
     */
    public QueueSettings build() {
      atLeastZero("pausedUntil", pausedUntilMillis);
      atLeastZero("maxRunning", maxRunning);
      atLeastZero("maxDead", maxDead);
      atLeastZero("maxWaiting", maxWaiting);
      Limits.count("shards", shards, MAX_SHARDS);
      Limits.upToHundredYears("retention", retention);
      checkDeadRetention();
      Limits.upToHundredYears("maxAhead", maxAhead);
      Limits.upToHundredYears("lateAfter", lateAfter);
      Limits.priority("defaultPriority", defaultPriority);
      Limits.given("defaultRetry", defaultRetry);
      Limits.leaseMillis("defaultLease", defaultLease);
      if (deadCopyTo != null) {
        Limits.queue("deadCopyTo", deadCopyTo);
      }
      return new QueueSettings(new Builder(this));
    }

    // Less than a millisecond would count as zero, which keeps dead jobs without an end.
    private void checkDeadRetention() {
      Limits.upToHundredYears("deadRetention", deadRetention);
      if (!deadRetention.isZero() && deadRetention.toMillis() == 0) {
        throw new InvalidRequestException(
            "deadRetention", deadRetention, "1 ms to 100 years, or zero for no limit");
      }
    }

    private static void atLeastZero(String field, long value) {
      if (value < 0) {
        throw new InvalidRequestException(field, value, "0 or more");
      }
    }
  }
}
