package io.duetime;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings of a worker. Immutable. */
public final class WorkerSettings {
  private static final int MAX_CONCURRENCY = 100_000;
  private static final int MAX_CLAIMERS = 64;
  private static final Duration MIN_LEASE = Duration.ofMillis(30);

  // After the constants that its checks need.
  /** The default settings. */
  public static final WorkerSettings DEFAULT = new Builder().build();

  private final Builder from;

  private WorkerSettings(Builder from) {
    this.from = from;
  }

  /** Returns a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with these settings. */
  public Builder toBuilder() {
    return new Builder(from);
  }

  /** The name; empty if it is made from queue and process. */
  public Optional<String> name() {
    return Optional.ofNullable(from.name);
  }

  /** The most handlers that run at once. */
  public int concurrency() {
    return from.concurrency;
  }

  /** The most claims under way at once. */
  public int claimers() {
    return from.claimers;
  }

  /** How long a job is leased; the worker extends leases while handlers run. */
  public Duration lease() {
    return from.lease;
  }

  /** The limit of a handler's run time; empty for none. */
  public Optional<Duration> maxRunTime() {
    return Optional.ofNullable(from.maxRunTime);
  }

  /** Whether a handler is interrupted when its job is cancelled. */
  public boolean interruptOnCancel() {
    return from.interruptOnCancel;
  }

  /** How long a handler may go on after its interrupt, before it is abandoned. */
  public Duration abandonAfter() {
    return from.abandonAfter;
  }

  /** How long closing waits for running handlers. */
  public Duration closeLimit() {
    return from.closeLimit;
  }

  /** The kind of threads that handlers run on. */
  public HandlerThreads threads() {
    return from.threads;
  }

  /** Whether the worker ends with the JVM instead of keeping it alive. */
  public boolean daemon() {
    return from.daemon;
  }

  /** Describes the settings that differ from the defaults. */
  @Override
  public String toString() {
    return new Description("WorkerSettings")
        .with("name", from.name)
        .with("concurrency", from.concurrency, DEFAULT.from.concurrency)
        .with("claimers", from.claimers, DEFAULT.from.claimers)
        .with("lease", from.lease, DEFAULT.from.lease)
        .with("maxRunTime", from.maxRunTime)
        .with("interruptOnCancel", from.interruptOnCancel, DEFAULT.from.interruptOnCancel)
        .with("abandonAfter", from.abandonAfter, DEFAULT.from.abandonAfter)
        .with("closeLimit", from.closeLimit, DEFAULT.from.closeLimit)
        .with("threads", from.threads, DEFAULT.from.threads)
        .with("daemon", from.daemon, DEFAULT.from.daemon)
        .toString();
  }

  /** The kinds of threads for handlers. */
  public enum HandlerThreads {
    /** Virtual threads if the JVM has them, otherwise a pool of platform threads. */
    VIRTUAL_IF_POSSIBLE,
    /** A pool of platform threads, one per handler that may run at once. */
    PLATFORM
  }

  /** Builds {@link WorkerSettings}; every setter is optional. */
  public static final class Builder {
    private @Nullable String name;
    private int concurrency = Math.max(2, Runtime.getRuntime().availableProcessors());
    private int claimers = 1;
    private Duration lease = Limits.DEFAULT_LEASE;
    private @Nullable Duration maxRunTime;
    private boolean interruptOnCancel;
    private Duration abandonAfter = Duration.ofSeconds(30);
    private Duration closeLimit = Duration.ofSeconds(20);
    private HandlerThreads threads = HandlerThreads.VIRTUAL_IF_POSSIBLE;
    private boolean daemon;

    private Builder() {}

    private Builder(Builder other) {
      this.name = other.name;
      this.concurrency = other.concurrency;
      this.claimers = other.claimers;
      this.lease = other.lease;
      this.maxRunTime = other.maxRunTime;
      this.interruptOnCancel = other.interruptOnCancel;
      this.abandonAfter = other.abandonAfter;
      this.closeLimit = other.closeLimit;
      this.threads = other.threads;
      this.daemon = other.daemon;
    }

    /**
     * Sets the name in threads, logs and {@link QueueConsumer}; made from queue and process by
     * default.
     */
    public Builder name(String newName) {
      this.name = Limits.text("name", newName);
      return this;
    }

    /**
     * Sets the most handlers that run at once: 1 to 100,000; by default the number of processors,
     * at least 2.
     */
    public Builder concurrency(int handlers) {
      this.concurrency = handlers;
      return this;
    }

    /**
     * Sets the most claims under way at once: 1 to 64; 1 by default, which suffices except for
     * distant stores.
     */
    public Builder claimers(int newClaimers) {
      this.claimers = newClaimers;
      return this;
    }

    /**
     * Sets how long a crashed worker keeps its jobs leased: 30 ms to 365 days; 30 s by default. It
     * does not limit how long a handler runs: the worker extends leases until the handler ends.
     */
    public Builder lease(Duration newLease) {
      this.lease = Limits.given("lease", newLease);
      return this;
    }

    /**
     * Sets how long a handler may run before it is interrupted and its lease is no longer extended:
     * 1 ms to 365 days; no limit by default.
     */
    public Builder maxRunTime(Duration newMaxRunTime) {
      this.maxRunTime = Limits.given("maxRunTime", newMaxRunTime);
      return this;
    }

    /**
     * Sets whether a handler is interrupted when its job is cancelled; by default it only sees
     * {@link Job#isCancelRequested()}. The job of an interrupted handler that throws ends as
     * cancelled; that of one that returns is done.
     */
    public Builder interruptOnCancel(boolean interrupts) {
      this.interruptOnCancel = interrupts;
      return this;
    }

    /**
     * Sets how long a handler may go on after an interrupt by {@link #maxRunTime}, {@link
     * #interruptOnCancel} or a lost lease: 1 ms to 365 days; 30 s by default. Then it is abandoned:
     * its lease lapses, its result does not count, and a new thread takes its place. There are as
     * many new threads as {@link #concurrency}. If all of these hang as well, the worker stops
     * claiming until a handler ends ({@link Worker#isStuck}).
     *
     * <p>Until an interrupted handler ends, this process does not begin its job again.
     */
    public Builder abandonAfter(Duration newAbandonAfter) {
      this.abandonAfter = Limits.given("abandonAfter", newAbandonAfter);
      return this;
    }

    /**
     * Sets how long closing waits for running handlers before it interrupts them: 0 to 365 days; 20
     * s by default. The limit must be some seconds shorter than the grace period of what stops the
     * process, which is 30 s in Kubernetes and 10 s in Docker by default.
     */
    public Builder closeLimit(Duration limit) {
      this.closeLimit = Limits.given("closeLimit", limit);
      return this;
    }

    /** Sets the kind of threads; {@link HandlerThreads#VIRTUAL_IF_POSSIBLE} by default. */
    public Builder threads(HandlerThreads newThreads) {
      this.threads = Limits.given("threads", newThreads);
      return this;
    }

    /**
     * Sets whether the worker ends with the JVM. By default it keeps the JVM alive with a thread of
     * its own, until the worker or its store is closed or the store has failed.
     */
    public Builder daemon(boolean newDaemon) {
      this.daemon = newDaemon;
      return this;
    }

    /**
     * Checks all ranges and returns the settings.
     *
     * @throws InvalidRequestException if a value is not allowed
     */
    public WorkerSettings build() {
      Limits.count("concurrency", concurrency, MAX_CONCURRENCY);
      Limits.count("claimers", claimers, MAX_CLAIMERS);
      within("lease", lease, MIN_LEASE, "30 ms to 365 days");
      within("abandonAfter", abandonAfter, Duration.ofMillis(1), "1 ms to 365 days");
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
