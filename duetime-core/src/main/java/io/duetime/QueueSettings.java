package io.duetime;

import io.duetime.internal.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How one queue behaves, in every process that uses it; changed as a whole. Immutable; equal when
 * everything but the {@linkplain #version version} is.
 */
public final class QueueSettings {
  /** What holds unless changed. */
  public static final QueueSettings DEFAULT = new Builder().build();

  private static final int MAX_SHARDS = 1024;
  private static final long ANY_VERSION = -1;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final Instant LAST_MOMENT = Instant.ofEpochMilli(Long.MAX_VALUE - 1);

  private final Builder from;

  private QueueSettings(Builder from) {
    this.from = from;
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins a changed copy. */
  public Builder toBuilder() {
    return new Builder(from);
  }

  /**
   * Counts the changes of the settings of one queue: 0 before the first one, then growing for as
   * long as the queue exists. Settings with a version are stored only where the queue's settings
   * still have that version. Empty for settings that were read from no queue; they are stored
   * whatever the queue's settings are.
   */
  public OptionalLong version() {
    return from.version == ANY_VERSION ? OptionalLong.empty() : OptionalLong.of(from.version);
  }

  /** Before when no claim succeeds; {@link Instant#MAX} for until resumed; empty for not paused. */
  public Optional<Instant> pausedUntil() {
    long millis = from.pausedUntilMillis;
    return millis == 0 ? Optional.empty() : Optional.of(moment(millis));
  }

  /**
   * The same in epoch milliseconds, as engines count: 0 for not paused, {@link Long#MAX_VALUE} for
   * until resumed.
   */
  public long pausedUntilMillis() {
    return from.pausedUntilMillis;
  }

  /** Whether no claim succeeds at a moment, in epoch milliseconds. */
  public boolean isPausedAt(long nowMillis) {
    return from.pausedUntilMillis > nowMillis;
  }

  /** Jobs leased at once over all processes; 0 for no limit. */
  public int maxRunning() {
    return from.maxRunning;
  }

  /** Jobs claimed per time over all processes; empty for no limit. */
  public Optional<Rate> rate() {
    return Optional.ofNullable(from.rate);
  }

  /** Over how many shards jobs are spread, where the engine has shards. */
  public int shards() {
    return from.shards;
  }

  /** How long done and cancelled jobs are remembered; zero for not at all. */
  public Duration retention() {
    return from.retention;
  }

  /** How long dead jobs are kept; zero for without an end. */
  public Duration deadRetention() {
    return from.deadRetention;
  }

  /** Dead jobs that are kept; 0 for no limit. */
  public long maxDead() {
    return from.maxDead;
  }

  /** Jobs that may be waiting; 0 for no limit. */
  public long maxWaiting() {
    return from.maxWaiting;
  }

  /** How far ahead a job may be due; zero for the general limit of 100 years. */
  public Duration maxAhead() {
    return from.maxAhead;
  }

  /** The priority of a request that names none. */
  public long defaultPriority() {
    return from.defaultPriority;
  }

  /** The retry rule of a request that names none. */
  public RetryPolicy defaultRetry() {
    return from.defaultRetry;
  }

  /** The lease of a claim over HTTP or beanstalkd that names none. */
  public Duration defaultLease() {
    return from.defaultLease;
  }

  /** The queue that gets a copy of every job that dies; empty for none. */
  public Optional<String> deadCopyTo() {
    return Optional.ofNullable(from.deadCopyTo);
  }

  /** Where due jobs are handed over instead of being run; empty for nowhere. */
  public Optional<String> handOver() {
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

  /** The settings that differ from the defaults. */
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
   * A token bucket.
   *
   * @param permits jobs that may be claimed in each {@code per}, 1 to 10,000,000
   * @param per 1 ms to 1 day
   * @param burst permits that may have gathered, 1 to 10,000,000
   */
  public record Rate(int permits, Duration per, int burst) {
    /** Checks the ranges. */
    public Rate {
      Limits.count("rate", permits, 10_000_000);
      Limits.count("burst", burst, 10_000_000);
      Limits.within("rate per", per, Duration.ofMillis(1), Duration.ofDays(1), "1 ms to 1 day");
    }

    /** Such as {@code 100 per 1s (burst 200)}. */
    @Override
    public String toString() {
      return permits + " per " + DurationText.exact(per) + " (burst " + burst + ")";
    }
  }

  /** Collects {@link QueueSettings}; every setter may be left out. */
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
    private long defaultPriority = Limits.DEFAULT_PRIORITY;
    private RetryPolicy defaultRetry = RetryPolicy.DEFAULT;
    private Duration defaultLease = Limits.DEFAULT_LEASE;
    private @Nullable String deadCopyTo;
    private @Nullable String handOver;

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
      this.defaultPriority = other.defaultPriority;
      this.defaultRetry = other.defaultRetry;
      this.defaultLease = other.defaultLease;
      this.deadCopyTo = other.deadCopyTo;
      this.handOver = other.handOver;
    }

    /**
     * Stores the settings only where the queue's settings still have this version, 0 or more. The
     * settings of a queue, and their changed copies, have theirs.
     */
    public Builder version(long newVersion) {
      atLeastZero("version", newVersion);
      this.version = newVersion;
      return this;
    }

    /** Stores the settings whatever the queue's settings are, as by default. */
    public Builder anyVersion() {
      this.version = ANY_VERSION;
      return this;
    }

    /** Lets no claim succeed until resumed. */
    public Builder paused() {
      return pausedUntil(Instant.MAX);
    }

    /**
     * Lets no claim succeed before a moment, rounded up to a whole millisecond; {@link Instant#MAX}
     * for until resumed. Refuses moments before 1970.
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

    /** The same in epoch milliseconds; 0 for not paused, {@link Long#MAX_VALUE} until resumed. */
    public Builder pausedUntilMillis(long moment) {
      this.pausedUntilMillis = moment;
      return this;
    }

    /** Lets claims succeed, as unless set. */
    public Builder notPaused() {
      return pausedUntilMillis(0);
    }

    /** Limits the jobs leased at once over all processes; 0, as unless set, for no limit. */
    public Builder maxRunning(int jobs) {
      this.maxRunning = jobs;
      return this;
    }

    /** Limits the jobs claimed per time over all processes; null, as unless set, for no limit. */
    public Builder rate(@Nullable Rate newRate) {
      this.rate = newRate;
      return this;
    }

    /** Spreads jobs over 1 to 1,024 shards; 1 unless set. */
    public Builder shards(int newShards) {
      this.shards = newShards;
      return this;
    }

    /** Remembers done and cancelled jobs for a time; zero unless set. */
    public Builder retention(Duration newRetention) {
      this.retention = newRetention;
      return this;
    }

    /**
     * Forgets a dead job so long after its death, up to 100 years; zero, the default, keeps it. The
     * setting applies to jobs that are dead already.
     */
    public Builder deadRetention(Duration newRetention) {
      this.deadRetention = newRetention;
      return this;
    }

    /**
     * Keeps so many dead jobs: where more are dead, those that died first are forgotten. 0, the
     * default, for no limit.
     */
    public Builder maxDead(long jobs) {
      this.maxDead = jobs;
      return this;
    }

    /** Refuses jobs while so many wait; 0, as unless set, for no limit. */
    public Builder maxWaiting(long jobs) {
      this.maxWaiting = jobs;
      return this;
    }

    /** Refuses jobs due later than so far ahead; zero, as unless set, for 100 years. */
    public Builder maxAhead(Duration time) {
      this.maxAhead = time;
      return this;
    }

    /** The priority of a request that names none; 1024 unless set. */
    public Builder defaultPriority(long priority) {
      this.defaultPriority = priority;
      return this;
    }

    /** The retry rule of a request that names none. */
    public Builder defaultRetry(RetryPolicy policy) {
      this.defaultRetry = policy;
      return this;
    }

    /** The lease of a claim over HTTP or beanstalkd that names none; 30 s unless set. */
    public Builder defaultLease(Duration lease) {
      this.defaultLease = lease;
      return this;
    }

    /** Copies every job that dies to another queue; null, as unless set, for none. */
    public Builder deadCopyTo(@Nullable String queue) {
      this.deadCopyTo = queue;
      return this;
    }

    /** Hands due jobs over to a target, in the words of the module that does it; null for none. */
    public Builder handOver(@Nullable String target) {
      this.handOver = target;
      return this;
    }

    /** Checks all ranges and makes the settings. */
    public QueueSettings build() {
      atLeastZero("pausedUntil", pausedUntilMillis);
      atLeastZero("maxRunning", maxRunning);
      atLeastZero("maxDead", maxDead);
      atLeastZero("maxWaiting", maxWaiting);
      Limits.count("shards", shards, MAX_SHARDS);
      Limits.upToHundredYears("retention", retention);
      checkDeadRetention();
      Limits.upToHundredYears("maxAhead", maxAhead);
      Limits.priority("defaultPriority", defaultPriority);
      Limits.given("defaultRetry", defaultRetry);
      Limits.leaseMillis("defaultLease", defaultLease);
      if (deadCopyTo != null) {
        Limits.queue("deadCopyTo", deadCopyTo);
      }
      if (handOver != null) {
        Limits.text("handOver", handOver);
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
