package io.duetime.server.json;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Applies a partial change to the settings of a queue: fields that are given change, null removes a
 * limit or restores a default, the rest stays.
 */
public final class SettingsReader {
  private static final String HAND_OVER = "handOver";

  /** The fields of a change. */
  public static final List<String> FIELDS =
      List.of(
          "version",
          "paused",
          "pausedFor",
          "pausedUntil",
          "maxRunning",
          "rate",
          "shards",
          "retention",
          "deadRetention",
          "maxDead",
          "quota",
          "defaults",
          "deadCopyTo",
          HAND_OVER);

  private static final List<String> PAUSE_FIELDS = List.of("paused", "pausedFor", "pausedUntil");
  private static final Duration NONE = Duration.ZERO;

  private final Fields fields;
  private final long nowMillis;

  /** Reads {@code fields}; {@code pausedFor} counts from {@code nowMillis}. */
  public SettingsReader(Fields fields, long nowMillis) {
    this.fields = fields;
    this.nowMillis = nowMillis;
  }

  /** The moment of the change, by the store's clock. */
  public long nowMillis() {
    return nowMillis;
  }

  /** Whether the change applies only to settings of one version. */
  public boolean namesVersion() {
    return fields.has("version");
  }

  /** Whether the change may set a hand-over that the rest of the settings does not allow. */
  public boolean changesHandOver() {
    return fields.has(HAND_OVER) || fields.has("shards");
  }

  /** Whether the change says where the queue is handed over to. */
  public boolean namesHandOver() {
    return fields.has(HAND_OVER);
  }

  /** The settings after the change. */
  public QueueSettings applyTo(QueueSettings old) {
    QueueSettings.Builder changed =
        old.toBuilder().pausedUntilMillis(pausedUntil(old.pausedUntilMillis()));
    Long version = fields.whole("version");
    if (version != null) {
      changed.version(version);
    }
    if (fields.has("maxRunning")) {
      changed.maxRunning((int) range("maxRunning", Integer.MAX_VALUE));
    }
    if (fields.has("rate")) {
      changed.rate(rate());
    }
    if (fields.has("shards")) {
      changed.shards(fields.count("shards", 1, 1024));
    }
    if (fields.has("retention")) {
      changed.retention(or(fields.duration("retention"), NONE));
    }
    if (fields.has("deadRetention")) {
      changed.deadRetention(or(fields.duration("deadRetention"), NONE));
    }
    if (fields.has("maxDead")) {
      changed.maxDead(range("maxDead", Long.MAX_VALUE));
    }
    if (fields.has("quota")) {
      quota(changed, old);
    }
    if (fields.has("defaults")) {
      defaults(changed, old);
    }
    if (fields.has("deadCopyTo")) {
      changed.deadCopyTo(fields.text("deadCopyTo"));
    }
    if (fields.has(HAND_OVER)) {
      changed.handOver(handOver());
    }
    return changed.build();
  }

  private long pausedUntil(long old) {
    Boolean paused = fields.flag("paused");
    Duration pausedFor = fields.duration("pausedFor");
    Instant until = fields.instant("pausedUntil");
    if (pausedFor != null && until != null) {
      throw new InvalidRequestException("pausedFor", pausedFor, "only without pausedUntil");
    }
    if (Boolean.FALSE.equals(paused)) {
      return 0;
    }
    if (pausedFor != null) {
      return nowMillis + io.duetime.Limits.delayMillis(pausedFor);
    }
    if (until != null) {
      return TimeText.millis("pausedUntil", until);
    }
    return paused == null ? unnamed(old) : Long.MAX_VALUE;
  }

  private long unnamed(long old) {
    return PAUSE_FIELDS.stream().anyMatch(fields::has) ? 0 : old;
  }

  private QueueSettings.@Nullable Rate rate() {
    Fields rate = fields.object("rate", List.of("permits", "per", "burst"));
    if (rate == null) {
      return null;
    }
    int permits = rate.count("permits", 0, 10_000_000);
    if (permits == 0) {
      throw new InvalidRequestException("rate.permits", null, "1 to 10000000");
    }
    Duration per = or(rate.duration("per"), Duration.ofSeconds(1));
    return new QueueSettings.Rate(permits, per, rate.count("burst", permits, 10_000_000));
  }

  private @Nullable HandOverRoute handOver() {
    if (fields.isNull(HAND_OVER)) {
      return null;
    }
    Map<String, String> destination = new HashMap<>(fields.textsByName(HAND_OVER));
    String target = destination.remove("target");
    if (target == null) {
      throw new InvalidRequestException(HAND_OVER + ".target", null, "the name of a target");
    }
    return new HandOverRoute(target, destination);
  }

  private void quota(QueueSettings.Builder changed, QueueSettings old) {
    Fields quota = fields.object("quota", List.of("maxWaiting", "maxAhead"));
    if (quota == null) {
      changed.maxWaiting(0).maxAhead(NONE);
      return;
    }
    changed
        .maxWaiting(or(quota.whole("maxWaiting"), otherwise(quota, "maxWaiting", old).maxWaiting()))
        .maxAhead(or(quota.duration("maxAhead"), otherwise(quota, "maxAhead", old).maxAhead()));
  }

  private void defaults(QueueSettings.Builder changed, QueueSettings settings) {
    Fields given =
        fields.object("defaults", List.of("priority", "maxAttempts", "backoff", "jitter", "lease"));
    QueueSettings old = given == null ? QueueSettings.DEFAULT : settings;
    changed
        .defaultPriority(old.defaultPriority())
        .defaultRetry(old.defaultRetry())
        .defaultLease(old.defaultLease());
    if (given != null) {
      changed
          .defaultPriority(
              or(given.whole("priority"), otherwise(given, "priority", old).defaultPriority()))
          .defaultRetry(or(RetryText.read(given, old.defaultRetry()), old.defaultRetry()))
          .defaultLease(or(given.duration("lease"), otherwise(given, "lease", old).defaultLease()));
    }
  }

  /**
   * The settings that a missing value comes from: the defaults if it is null, else the old ones.
   */
  private static QueueSettings otherwise(Fields given, String name, QueueSettings old) {
    return given.isNull(name) ? QueueSettings.DEFAULT : old;
  }

  private long range(String name, long max) {
    Long value = fields.whole(name);
    if (value != null && (value < 0 || value > max)) {
      throw new InvalidRequestException(name, value, "0 to " + max + "; 0 for no limit");
    }
    return value == null ? 0 : value;
  }

  private static <T> T or(@Nullable T value, T otherwise) {
    return Objects.requireNonNullElse(value, otherwise);
  }
}
