package io.duetime.wire;

import io.duetime.HandOverRoute;
import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.settings.QueueSetting;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes the settings of a queue, and reads them or a change of them. */
public final class SettingsJson {
  private static final String VERSION = "version";

  /** The fields of a change. */
  public static final List<String> FIELDS =
      Stream.of(List.of(VERSION), members(""), QueueSetting.groups())
          .flatMap(List::stream)
          .toList();

  private SettingsJson() {}

  private static List<String> members(String group) {
    return QueueSetting.in(group).stream().flatMap(setting -> setting.members().stream()).toList();
  }

  /** All settings, and whether the queue is paused now. */
  public static JsonShape of(QueueSettings settings, long nowMillis) {
    return of(settings, null, nowMillis);
  }

  /** The same after a change, with a warning about it if it is not null. */
  public static JsonShape of(QueueSettings settings, @Nullable String warning, long nowMillis) {
    return JsonShape.object(out -> {
      if (warning != null) {
        out.writeStringProperty("warning", warning);
      }
      settings.version().ifPresent(version -> out.writeNumberProperty(VERSION, version));
      for (QueueSetting setting : QueueSetting.values()) {
        List<QueueSetting> group = QueueSetting.in(setting.group());
        if (setting.group().isEmpty()) {
          write(out, setting, settings, nowMillis);
        } else if (setting == group.get(0)) {
          out.writeName(setting.group());
          JsonShape.object(
                  inside -> group.forEach(member -> write(inside, member, settings, nowMillis)))
              .write(out);
        }
      }
    });
  }

  /** All settings as a change that replaces every setting. */
  public static JsonShape of(QueueSettings settings) {
    // No pause has passed by that moment.
    return of(settings, null, 0);
  }

  /** Writes one setting. */
  public static void write(
      JsonGenerator out, QueueSetting setting, QueueSettings settings, long nowMillis) {
    Object value = setting.of(settings);
    if (setting.kind() == QueueSetting.Kind.PAUSE) {
      pause(out, settings, nowMillis);
    } else if (value instanceof RetryPolicy retry) {
      RetryJson.write(out, retry);
    } else {
      out.writeName(setting.key());
      shape(value).write(out);
    }
  }

  private static JsonShape shape(@Nullable Object value) {
    if (value instanceof QueueSettings.Rate rate) {
      return JsonShape.object(out -> {
        out.writeNumberProperty("permits", rate.permits());
        out.writeStringProperty("per", DurationText.exact(rate.per()));
        out.writeNumberProperty("burst", rate.burst());
      });
    }
    if (value instanceof HandOverRoute route) {
      return JsonShape.object(out -> {
        out.writeStringProperty("target", route.target());
        route.destination().forEach(out::writeStringProperty);
      });
    }
    return JsonShape.value(value instanceof Duration time ? DurationText.exact(time) : value);
  }

  /** Writes the end of a pause also when it has passed; null for no end. */
  private static void pause(JsonGenerator out, QueueSettings settings, long nowMillis) {
    long until = settings.pausedUntilMillis();
    out.writeBooleanProperty("paused", settings.isPausedAt(nowMillis));
    if (until > 0) {
      JsonShape.moment(
          out, "pausedUntil", until == Long.MAX_VALUE ? until : Math.min(until, TimeText.LATEST));
    }
  }

  /** Reads all settings. */
  public static QueueSettings read(Fields settings) {
    QueueSettings read = new Change(settings, 0).applyTo(QueueSettings.DEFAULT);
    return settings.hasValue("pausedUntil")
        ? read.toBuilder().pausedUntilMillis(pausedUntil(settings)).build()
        : read;
  }

  // The end of a pause is written also when it has passed.
  private static long pausedUntil(Fields settings) {
    return settings.need("pausedUntil", Values.MOMENT.reader());
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

  /**
   * A partial change: fields that are given change, null removes a limit or restores a default, the
   * rest stays.
   *
   * @param nowMillis the moment of the change, by the store's clock; {@code pausedFor} counts from
   *     it
   */
  public record Change(Fields fields, long nowMillis) {
    /** Whether the change applies only to settings of one version. */
    public boolean namesVersion() {
      return fields.has(VERSION);
    }

    /** Whether the change says where the queue is handed over to. */
    public boolean namesHandOver() {
      return fields.has(QueueSetting.HAND_OVER.key());
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

    private void change(
        QueueSettings.Builder changed, QueueSetting setting, Fields given, QueueSettings old) {
      if (setting.members().stream().anyMatch(given::has)) {
        setting.set(changed, value(setting, given, old));
      }
    }

    private @Nullable Object value(QueueSetting setting, Fields given, QueueSettings old) {
      String key = setting.key();
      return switch (setting.kind()) {
        case PAUSE -> pausedUntil();
        case COUNT -> given.whole(key);
        case DURATION -> given.duration(key);
        case TEXT -> given.text(key);
        case RATE -> rate(given, key);
        case RETRY -> RetryJson.read(given, old.defaultRetry());
        case ROUTE -> handOver(given, key);
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
  }
}
