package io.duetime.settings;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a queue, each declared once, in the order in which they are shown. Every form in
 * which {@link QueueSettings} are stored, sent or typed is made from these.
 */
public enum QueueSetting {
  /** The end of a pause. */
  PAUSED_UNTIL(
      "pausedUntil",
      Kind.PAUSE,
      0,
      Long.MAX_VALUE,
      QueueSettings::pausedUntilMillis,
      (to, value) -> to.pausedUntilMillis(given(Long.class, value))),
  /** The most jobs leased at once. */
  MAX_RUNNING(
      "maxRunning",
      Kind.COUNT,
      0,
      Integer.MAX_VALUE,
      settings -> (long) settings.maxRunning(),
      (to, value) -> to.maxRunning(given(Long.class, value).intValue())),
  /** The most jobs claimed per time. */
  RATE(
      "rate",
      Kind.RATE,
      settings -> settings.rate().orElse(null),
      (to, value) -> to.rate((QueueSettings.Rate) value)),
  /** The number of shards. */
  SHARDS(
      "shards",
      Kind.COUNT,
      1,
      1024,
      settings -> (long) settings.shards(),
      (to, value) -> to.shards(given(Long.class, value).intValue())),
  /** How long done and cancelled jobs are remembered. */
  RETENTION(
      "retention",
      Kind.DURATION,
      QueueSettings::retention,
      (to, value) -> to.retention(given(Duration.class, value))),
  /** How long dead jobs are kept. */
  DEAD_RETENTION(
      "deadRetention",
      Kind.DURATION,
      QueueSettings::deadRetention,
      (to, value) -> to.deadRetention(given(Duration.class, value))),
  /** The most dead jobs that are kept. */
  MAX_DEAD(
      "maxDead",
      Kind.COUNT,
      0,
      Long.MAX_VALUE,
      QueueSettings::maxDead,
      (to, value) -> to.maxDead(given(Long.class, value))),
  /** The most jobs that wait or run. */
  MAX_WAITING(
      "quota.maxWaiting",
      Kind.COUNT,
      0,
      Long.MAX_VALUE,
      QueueSettings::maxWaiting,
      (to, value) -> to.maxWaiting(given(Long.class, value))),
  /** How far ahead a job may be due. */
  MAX_AHEAD(
      "quota.maxAhead",
      Kind.DURATION,
      QueueSettings::maxAhead,
      (to, value) -> to.maxAhead(given(Duration.class, value))),
  /** How long a job may be due before its queue has a problem. */
  LATE_AFTER(
      "lateAfter",
      Kind.DURATION,
      QueueSettings::lateAfter,
      (to, value) -> to.lateAfter(given(Duration.class, value))),
  /** The priority of a request that sets none. */
  DEFAULT_PRIORITY(
      "defaults.priority",
      Kind.COUNT,
      0,
      Limits.MAX_PRIORITY,
      QueueSettings::defaultPriority,
      (to, value) -> to.defaultPriority(given(Long.class, value))),
  /** The retry policy of a request that sets none. */
  DEFAULT_RETRY(
      "defaults.retry",
      Kind.RETRY,
      QueueSettings::defaultRetry,
      (to, value) -> to.defaultRetry(given(RetryPolicy.class, value))),
  /** The lease of a claim that sets none. */
  DEFAULT_LEASE(
      "defaults.lease",
      Kind.DURATION,
      QueueSettings::defaultLease,
      (to, value) -> to.defaultLease(given(Duration.class, value))),
  /** The queue that receives a copy of every job that dies. */
  DEAD_COPY_TO(
      "deadCopyTo",
      Kind.TEXT,
      settings -> settings.deadCopyTo().orElse(null),
      (to, value) -> to.deadCopyTo((String) value)),
  /** Where a server hands due jobs over to. */
  HAND_OVER(
      "handOver",
      Kind.ROUTE,
      settings -> settings.handOver().orElse(null),
      (to, value) -> to.handOver((HandOverRoute) value));

  private final String path;
  private final String group;
  private final String key;
  private final Kind kind;
  private final long least;
  private final long most;

  @SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
  private final Function<QueueSettings, @Nullable Object> getter;

  @SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
  private final BiConsumer<QueueSettings.Builder, @Nullable Object> setter;

  QueueSetting(
      String path,
      Kind kind,
      Function<QueueSettings, @Nullable Object> getter,
      BiConsumer<QueueSettings.Builder, @Nullable Object> setter) {
    this(path, kind, 0, 0, getter, setter);
  }

  QueueSetting(
      String path,
      Kind kind,
      long least,
      long most,
      Function<QueueSettings, @Nullable Object> getter,
      BiConsumer<QueueSettings.Builder, @Nullable Object> setter) {
    int dot = path.indexOf('.');
    this.path = path;
    this.group = dot < 0 ? "" : path.substring(0, dot);
    this.key = path.substring(dot + 1);
    this.kind = kind;
    this.least = least;
    this.most = most;
    this.getter = getter;
    this.setter = setter;
  }

  /** What a setting is, and with it the Java type of its value. */
  public enum Kind {
    /** The end of a pause in epoch milliseconds, a {@link Long}; 0 for not paused. */
    PAUSE("paused", "pausedFor", "pausedUntil"),
    /** A whole number, a {@link Long}. */
    COUNT,
    /** A {@link Duration}. */
    DURATION,
    /** A {@link String}, or null. */
    TEXT,
    /** A {@link QueueSettings.Rate}, or null. */
    RATE,
    /** A {@link RetryPolicy}. */
    RETRY("maxAttempts", "backoff", "jitter"),
    /** A {@link HandOverRoute}, or null. */
    ROUTE;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> members;

    Kind(String... members) {
      this.members = List.of(members);
    }
  }

  /** Its name where it is stored, and within its group in JSON. */
  public String key() {
    return key;
  }

  /** Its key with a dot behind its group, as messages and documents name it. */
  public String path() {
    return path;
  }

  /** The object in JSON that holds it; empty for the settings themselves. */
  public String group() {
    return group;
  }

  /** All its names within its group in JSON. */
  public List<String> members() {
    return kind.members.isEmpty() ? List.of(key) : kind.members;
  }

  public Kind kind() {
    return kind;
  }

  /** The least value of a {@link Kind#COUNT}. */
  public long least() {
    return least;
  }

  /** The largest value of a {@link Kind#COUNT}. */
  public long most() {
    return most;
  }

  /** Its value in some settings, of the type of its kind. */
  public @Nullable Object of(QueueSettings settings) {
    return getter.apply(settings);
  }

  /**
   * Sets it to a value of the type of its kind; null restores the default.
   *
   * @throws InvalidRequestException if a number is out of its range; other values are checked when
   *     the settings are built
   */
  public void set(QueueSettings.Builder to, @Nullable Object value) {
    if (value instanceof Long number && most > 0 && (number < least || number > most)) {
      throw new InvalidRequestException(path, number, allowed());
    }
    setter.accept(to, value == null ? of(QueueSettings.DEFAULT) : value);
  }

  private static <T> T given(Class<T> type, @Nullable Object value) {
    return type.cast(Objects.requireNonNull(value));
  }

  private String allowed() {
    boolean isLimit = Long.valueOf(0).equals(of(QueueSettings.DEFAULT));
    return least + " to " + most + (isLimit ? "; 0 for no limit" : "");
  }

  /** The settings of a group, in order. */
  public static List<QueueSetting> in(String group) {
    return Arrays.stream(values()).filter(setting -> setting.group.equals(group)).toList();
  }

  /** The names of the groups, in order. */
  public static List<String> groups() {
    return Arrays.stream(values())
        .map(QueueSetting::group)
        .filter(name -> !name.isEmpty())
        .distinct()
        .toList();
  }
}
