package io.duetime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a store is opened with. Immutable. */
public final class DuetimeSettings {
  /** How long a call waits for the store's answer unless set. */
  public static final Duration DEFAULT_ANSWER_WITHIN = Duration.ofSeconds(30);

  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofDays(1);

  private final Builder from;

  private DuetimeSettings(Builder from) {
    this.from = from;
  }

  /** Which store. */
  public String uri() {
    return from.uri;
  }

  /** Settings of the engine, by name. */
  public Map<String, String> options() {
    return Map.copyOf(from.options);
  }

  /** The name of this process among those that use the store, if one was given. */
  public Optional<String> name() {
    return Optional.ofNullable(from.name);
  }

  /** The time, unless the system's. */
  public Optional<TimeSource> time() {
    return Optional.ofNullable(from.time);
  }

  /** What runs handlers and completions, unless threads of their own. */
  public Optional<Executor> executor() {
    return Optional.ofNullable(from.executor);
  }

  /** The source of ids, nonces and jitter, unless the JVM's. */
  public Optional<RandomGenerator> random() {
    return Optional.ofNullable(from.random);
  }

  /** How long a call waits for the store's answer. */
  public Duration answerWithin() {
    return from.answerWithin;
  }

  /** Who hears what happens. */
  public List<JobListener> listeners() {
    return List.copyOf(from.listeners);
  }

  /** Begins a changed copy. */
  public Builder toBuilder() {
    return new Builder(from);
  }

  /**
   * The store and what differs from the defaults. Of the URI neither user nor parameters, of
   * options only the names: they may be passwords.
   */
  @Override
  public String toString() {
    return new Description("DuetimeSettings")
        .with("uri", withoutSecrets(from.uri))
        .with("options", from.options.keySet())
        .with("name", from.name)
        .with("answerWithin", from.answerWithin, DEFAULT_ANSWER_WITHIN)
        .with("listeners", from.listeners.size(), 0)
        .when(from.time != null, "time")
        .when(from.executor != null, "executor")
        .when(from.random != null, "random")
        .toString();
  }

  // A password may hold any character: what cannot be told apart from one is left out.
  private static String withoutSecrets(String uri) {
    String scheme = uri.substring(0, uri.indexOf(':') + 1);
    int at = uri.lastIndexOf('@');
    int query = uri.indexOf('?', at + 1);
    if (at >= 0 && uri.lastIndexOf('?', at) >= 0) {
      return scheme + "…";
    }
    String place = uri.substring(0, query < 0 ? uri.length() : query) + (query < 0 ? "" : "?…");
    return at < 0 ? place : scheme + "//…" + place.substring(at);
  }

  /** Collects {@link DuetimeSettings}; only the URI has to be set. */
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

    /** Which store, such as {@code memory:}, {@code embedded:./data}. */
    public Builder uri(String newUri) {
      this.uri = Limits.given("uri", newUri);
      return this;
    }

    /** A setting of the engine; its documentation names them. */
    public Builder option(String option, String value) {
      this.options.put(Limits.given("option", option), Limits.given(option, value));
      return this;
    }

    /** The name of this process, which operators see; made from process id and host unless set. */
    public Builder name(String newName) {
      this.name = Limits.text("name", newName);
      return this;
    }

    /** Another source of time, for tests. Stores outside this process keep their own clock. */
    public Builder time(TimeSource newTime) {
      this.time = Limits.given("time", newTime);
      return this;
    }

    /**
     * Runs handlers and the completions of {@code …Async} calls; threads of their own unless set.
     * It has to run them on other threads than the one that hands them over.
     */
    public Builder executor(Executor newExecutor) {
      this.executor = Limits.given("executor", newExecutor);
      return this;
    }

    /** Draws ids, nonces and jitter, for tests; has to be thread safe. */
    public Builder random(RandomGenerator newRandom) {
      this.random = Limits.given("random", newRandom);
      return this;
    }

    /**
     * How long each request to the store waits for its answer, 10 ms to a day; 30 s unless set. A
     * look or a claim fails then with {@link ErrorCode#STORE_UNAVAILABLE}, and what the claim took
     * goes back when its answer comes; a call that changes something fails with {@link
     * ErrorCode#OUTCOME_UNKNOWN}, for it may take effect all the same. Waiting for jobs is not
     * meant: that takes as long as its caller says.
     */
    public Builder answerWithin(Duration limit) {
      this.answerWithin = limit;
      return this;
    }

    /** Lets somebody hear what happens; may be called for several. */
    public Builder listener(JobListener listener) {
      this.listeners.add(Limits.given("listener", listener));
      return this;
    }

    /** Checks the URI and the ranges and makes the settings. */
    public DuetimeSettings build() {
      if (uri.indexOf(':') < 1) {
        throw new InvalidRequestException(
            ErrorCode.UNKNOWN_STORE, "uri", uri, "a scheme before a colon, such as memory:");
      }
      Limits.within("answerWithin", answerWithin, SHORTEST, LONGEST, "10 ms to 1 day");
      return new DuetimeSettings(new Builder(this));
    }

    /** Opens the store. */
    public Duetime open() {
      return Opening.open(build());
    }
  }
}
