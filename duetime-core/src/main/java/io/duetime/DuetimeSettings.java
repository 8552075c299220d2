package io.duetime;

import io.duetime.text.StoreUri;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The settings that a store is opened with. Immutable. */
public final class DuetimeSettings {
  /** How long a call waits for the store's answer by default. */
  public static final Duration DEFAULT_ANSWER_WITHIN = Duration.ofSeconds(30);

  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofDays(1);

  private final Builder from;

  private DuetimeSettings(Builder from) {
    this.from = from;
  }

  /** The URI of the store. */
  public String uri() {
    return from.uri;
  }

  /** Options of the engine, by name. */
  public Map<String, String> options() {
    return Map.copyOf(from.options);
  }

  /** The name of this process, if one was given. */
  public Optional<String> name() {
    return Optional.ofNullable(from.name);
  }

  /** The time source, if one was given; otherwise the system's. */
  public Optional<TimeSource> time() {
    return Optional.ofNullable(from.time);
  }

  /**
   * The executor of handlers and completions, if one was given; otherwise the store's own threads.
   */
  public Optional<Executor> executor() {
    return Optional.ofNullable(from.executor);
  }

  /** The source of ids, nonces and jitter, if one was given; otherwise the JVM's. */
  public Optional<RandomGenerator> random() {
    return Optional.ofNullable(from.random);
  }

  /** How long a call waits for the store's answer. */
  public Duration answerWithin() {
    return from.answerWithin;
  }

  /** The listeners to events of jobs. */
  public List<JobListener> listeners() {
    return List.copyOf(from.listeners);
  }

  /** Returns a builder with these settings. */
  public Builder toBuilder() {
    return new Builder(from);
  }

  /**
   * Describes the store and what differs from the defaults. Passwords may be in the URI's user and
   * parameters and in the values of options: these are left out.
   */
  @Override
  public String toString() {
    return new Description("DuetimeSettings")
        .with("uri", StoreUri.withoutSecrets(from.uri))
        .with("options", from.options.keySet())
        .with("name", from.name)
        .with("answerWithin", from.answerWithin, DEFAULT_ANSWER_WITHIN)
        .with("listeners", from.listeners.size(), 0)
        .when(from.time != null, "time")
        .when(from.executor != null, "executor")
        .when(from.random != null, "random")
        .toString();
  }

  /** Builds {@link DuetimeSettings}; only the URI is required. */
  public static final class Builder {
    private String uri = "";
    private final Map<String, String> options = new LinkedHashMap<>();
    private @Nullable String name;
    private @Nullable TimeSource time;
    private @Nullable Executor executor;
    private @Nullable RandomGenerator random;
    private Duration answerWithin = DEFAULT_ANSWER_WITHIN;
    private final List<JobListener> listeners = new ArrayList<>();

    Builder() {}

    private Builder(Builder other) {
      this.uri = other.uri;
      this.options.putAll(other.options);
      this.name = other.name;
      this.time = other.time;
      this.executor = other.executor;
      this.random = other.random;
      this.answerWithin = other.answerWithin;
      this.listeners.addAll(other.listeners);
    }

    /** Sets the store, such as {@code memory:} or {@code embedded:./data}. Required. */
    public Builder uri(String newUri) {
      this.uri = Limits.given("uri", newUri);
      return this;
    }

    /** Sets an option of the engine; the engine's documentation lists them. */
    public Builder option(String option, String value) {
      this.options.put(Limits.given("option", option), Limits.given(option, value));
      return this;
    }

    /**
     * Names this process for operators, in 1 to 255 bytes. By default the process id and the host.
     */
    public Builder name(String newName) {
      this.name = Limits.text("name", newName);
      return this;
    }

    /** Replaces the source of time, for tests. Stores outside this process keep their own clock. */
    public Builder time(TimeSource newTime) {
      this.time = Limits.given("time", newTime);
      return this;
    }

    /**
     * Runs handlers and the completions of {@code …Async} calls. By default the store has threads
     * of its own. The executor must not run tasks on the calling thread, and is not closed with the
     * store.
     */
    public Builder executor(Executor newExecutor) {
      this.executor = Limits.given("executor", newExecutor);
      return this;
    }

    /** Replaces the source of ids, nonces and jitter, for tests. It must be thread safe. */
    public Builder random(RandomGenerator newRandom) {
      this.random = Limits.given("random", newRandom);
      return this;
    }

    /**
     * Limits how long each request to the store waits for its answer: 10 ms to 1 day, 30 s by
     * default. Then a read or a claim fails with {@link ErrorCode#STORE_UNAVAILABLE}, and jobs of a
     * late answer to a claim are released. A change fails with {@link ErrorCode#OUTCOME_UNKNOWN},
     * since it may take effect all the same. Waiting for jobs is not limited by this.
     */
    public Builder answerWithin(Duration limit) {
      this.answerWithin = limit;
      return this;
    }

    /** Adds a listener to events of jobs. */
    public Builder listener(JobListener listener) {
      this.listeners.add(Limits.given("listener", listener));
      return this;
    }

    /**
     * Checks the URI and the ranges, and returns the settings.
     *
     * @throws InvalidRequestException if a value is not allowed
     */
    public DuetimeSettings build() {
      if (uri.indexOf(':') < 1) {
        throw new InvalidRequestException(
            ErrorCode.UNKNOWN_STORE, "uri", uri, "a scheme before a colon, such as memory:");
      }
      Limits.within("answerWithin", answerWithin, SHORTEST, LONGEST, "10 ms to 1 day");
      return new DuetimeSettings(new Builder(this));
    }

    /** Builds the settings and opens the store, as {@link Duetime#open} does. */
    public Duetime open() {
      DuetimeSettings settings = build();
      return ServiceLoader.load(DuetimeProvider.class, DuetimeSettings.class.getClassLoader())
          .findFirst()
          .orElseThrow(Builder::incomplete)
          .open(settings);
    }

    private static StoreFailureException incomplete() {
      return new StoreFailureException(
          ErrorCode.INTERNAL,
          "META-INF/services/io.duetime.DuetimeProvider is missing; duetime-core was repackaged"
              + " without its service files");
    }
  }
}
