package io.duetime;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a worker runs. Immutable. */
public final class WorkerSettings {
  private static final int MAX_CONCURRENCY = 100_000;
  private static final int MAX_CLAIMERS = 64;
  private static final Duration MIN_LEASE = Duration.ofMillis(30);

  // Behind what its checks need.
  /** What holds unless set. */
  public static final WorkerSettings DEFAULT = new Builder().build();

  private final Builder from;

  private WorkerSettings(Builder from) {
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

  /** The name, unless one is to be made from queue and process. */
  public Optional<String> name() {
    return Optional.ofNullable(from.name);
  }

  /** Handlers running at once. */
  public int concurrency() {
    return from.concurrency;
  }

  /** Claims under way at once. */
  public int claimers() {
    return from.claimers;
  }

  /** How long a job is held before the lease has to be extended. */
  public Duration lease() {
    return from.lease;
  }

  /** How long a handler may run, if there is a limit. */
  public Optional<Duration> maxRunTime() {
    return Optional.ofNullable(from.maxRunTime);
  }

  /** How long closing waits for running handlers. */
  public Duration closeLimit() {
    return from.closeLimit;
  }

  /** The kind of threads that handlers run on. */
  public HandlerThreads threads() {
    return from.threads;
  }

  /** The settings that differ from the defaults. */
  @Override
  public String toString() {
    return new Description("WorkerSettings")
        .with("name", from.name)
        .with("concurrency", from.concurrency, DEFAULT.from.concurrency)
        .with("claimers", from.claimers, DEFAULT.from.claimers)
        .with("lease", from.lease, DEFAULT.from.lease)
        .with("maxRunTime", from.maxRunTime)
        .with("closeLimit", from.closeLimit, DEFAULT.from.closeLimit)
        .with("threads", from.threads, DEFAULT.from.threads)
        .toString();
  }

  /** Kinds of threads. */
  public enum HandlerThreads {
    /** Virtual ones where the JVM has them, otherwise a pool. */
    VIRTUAL_IF_POSSIBLE,
    /** A pool of as many platform threads as handlers may run at once. */
    PLATFORM
  }

  /** Collects {@link WorkerSettings}; every setter may be left out. */
  public static final class Builder {
    private @Nullable String name;
    private int concurrency = Math.max(2, Runtime.getRuntime().availableProcessors());
    private int claimers = 1;
    private Duration lease = Limits.DEFAULT_LEASE;
    private @Nullable Duration maxRunTime;
    private Duration closeLimit = Duration.ofSeconds(30);
    private HandlerThreads threads = HandlerThreads.VIRTUAL_IF_POSSIBLE;

    private Builder() {}

    private Builder(Builder other) {
      this.name = other.name;
      this.concurrency = other.concurrency;
      this.claimers = other.claimers;
      this.lease = other.lease;
      this.maxRunTime = other.maxRunTime;
      this.closeLimit = other.closeLimit;
      this.threads = other.threads;
    }

    /** A name for threads, logs and operators; made from queue and process unless set. */
    public Builder name(String newName) {
      this.name = Limits.text("name", newName);
      return this;
    }

    /** Handlers running at once, 1 to 100,000; as many as processors, at least 2, unless set. */
    public Builder concurrency(int handlers) {
      this.concurrency = handlers;
      return this;
    }

    /** Claims under way at once, 1 to 64; 1 unless set, which is enough but for distant stores. */
    public Builder claimers(int newClaimers) {
      this.claimers = newClaimers;
      return this;
    }

    /**
     * How long a crashed worker keeps its jobs from others, 30 ms to 365 days; 30 s unless set.
     * Says nothing about how long a handler may run: leases are extended until it ends.
     */
    public Builder lease(Duration newLease) {
      this.lease = Limits.given("lease", newLease);
      return this;
    }

    /**
     * How long a handler may run before it is interrupted and its lease left to lapse, 1 ms to 365
     * days; no limit unless set.
     */
    public Builder maxRunTime(Duration newMaxRunTime) {
      this.maxRunTime = Limits.given("maxRunTime", newMaxRunTime);
      return this;
    }

    /** How long closing waits for running handlers, 0 to 365 days; 30 s unless set. */
    public Builder closeLimit(Duration limit) {
      this.closeLimit = Limits.given("closeLimit", limit);
      return this;
    }

    /** The kind of threads; virtual where the JVM has them unless set. */
    public Builder threads(HandlerThreads newThreads) {
      this.threads = Limits.given("threads", newThreads);
      return this;
    }

    /** Checks all ranges and makes the settings. */
    public WorkerSettings build() {
      Limits.count("concurrency", concurrency, MAX_CONCURRENCY);
      Limits.count("claimers", claimers, MAX_CLAIMERS);
      within("lease", lease, MIN_LEASE, "30 ms to 365 days");
      within("closeLimit", closeLimit, Duration.ZERO, "0 to 365 days");
      if (maxRunTime != null) {
        within("maxRunTime", maxRunTime, Duration.ofMillis(1), "1 ms to 365 days");
      }
      return new WorkerSettings(new Builder(this));
    }

    private static void within(String field, Duration value, Duration least, String allowed) {
      Limits.within(field, value, least, Limits.MAX_LEASE, allowed);
    }
  }
}
