package io.duetime.server.json.queue;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.server.json.Fields;
import io.duetime.server.json.RetryText;
import io.duetime.server.json.TimeText;
import io.duetime.settings.QueueSetting;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Applies a partial change to the settings of a queue: fields that are given change, null removes a
 * limit or restores a default, the rest stays.
 */
public final class SettingsReader {
  private static final String VERSION = "version";

  /** The fields of a change. */
  public static final List<String> FIELDS =
      Stream.of(List.of(VERSION), members(""), QueueSetting.groups())
          .flatMap(List::stream)
          .toList();

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
    return fields.has(VERSION);
  }

  /** Whether the change says where the queue is handed over to. */
  public boolean namesHandOver() {
    return fields.has(QueueSetting.HAND_OVER.member());
  }

  /** The settings after the change. */
  public QueueSettings applyTo(QueueSettings old) {
    QueueSettings.Builder changed = old.toBuilder();
    Long version = fields.whole(VERSION);
    if (version != null) {
      changed.version(version);
    }
    QueueSetting.in("").forEach(setting -> change(changed, setting, fields, old));
    QueueSetting.groups().stream()
        .filter(fields::has)
        .forEach(group -> {
          Fields given = fields.object(group, members(group));
          for (QueueSetting setting : QueueSetting.in(group)) {
            if (given == null) {
              setting.set(changed, null);
            } else {
              change(changed, setting, given, old);
            }
          }
        });
    return changed.build();
  }

  private static List<String> members(String group) {
    return QueueSetting.in(group).stream().flatMap(setting -> setting.members().stream()).toList();
  }

  private void change(
      QueueSettings.Builder changed, QueueSetting setting, Fields given, QueueSettings old) {
    if (setting.members().stream().anyMatch(given::has)) {
      setting.set(changed, value(setting, given, old));
    }
  }

  private @Nullable Object value(QueueSetting setting, Fields given, QueueSettings old) {
    String member = setting.member();
    return switch (setting.kind()) {
      case PAUSE -> pausedUntil();
      case COUNT -> given.whole(member);
      case DURATION -> given.duration(member);
      case TEXT -> given.text(member);
      case RATE -> rate(given, member);
      case RETRY -> RetryText.read(given, old.defaultRetry());
      case ROUTE -> handOver(given, member);
    };
  }

  private long pausedUntil() {
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
    return paused == null ? 0 : Long.MAX_VALUE;
  }

  private static QueueSettings.@Nullable Rate rate(Fields given, String member) {
    Fields rate = given.object(member, List.of("permits", "per", "burst"));
    if (rate == null) {
      return null;
    }
    int permits = rate.count("permits", 0, 10_000_000);
    if (permits == 0) {
      throw new InvalidRequestException("rate.permits", null, "1 to 10000000");
    }
    Duration per = Objects.requireNonNullElse(rate.duration("per"), Duration.ofSeconds(1));
    return new QueueSettings.Rate(permits, per, rate.count("burst", permits, 10_000_000));
  }

  private static @Nullable HandOverRoute handOver(Fields given, String member) {
    if (given.isNull(member)) {
      return null;
    }
    Map<String, String> destination = new HashMap<>(given.textsByName(member));
    String target = destination.remove("target");
    if (target == null) {
      throw new InvalidRequestException(member + ".target", null, "the name of a target");
    }
    return new HandOverRoute(target, destination);
  }
}
