package io.duetime.client.internal.json;

import io.duetime.HandOverRoute;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.settings.QueueSetting;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Reads and writes the settings of a queue, always all of them. */
public final class SettingsJson {
  private SettingsJson() {}

  /** Writes all settings. */
  public static JsonBody of(QueueSettings settings) {
    return JsonBody.object(out -> {
      settings.version().ifPresent(version -> out.writeNumberProperty("version", version));
      QueueSetting.in("").forEach(setting -> write(out, setting, settings));
      for (String group : QueueSetting.groups()) {
        out.writeName(group);
        JsonBody.object(members ->
                QueueSetting.in(group).forEach(setting -> write(members, setting, settings)))
            .write(out);
      }
    });
  }

  private static void write(JsonGenerator out, QueueSetting setting, QueueSettings settings) {
    String name = setting.member();
    Object value = setting.of(settings);
    if (setting.kind() == QueueSetting.Kind.PAUSE) {
      pause(out, settings.pausedUntilMillis());
    } else if (value == null) {
      out.writeNullProperty(name);
    } else if (value instanceof Long number) {
      out.writeNumberProperty(name, number);
    } else if (value instanceof Duration duration) {
      out.writeStringProperty(name, DurationText.exact(duration));
    } else if (value instanceof RetryPolicy retry) {
      RetryJson.write(out, retry);
    } else if (value instanceof QueueSettings.Rate rate) {
      out.writeName(name);
      rate(rate).write(out);
    } else if (value instanceof HandOverRoute route) {
      out.writeName(name);
      handOver(route).write(out);
    } else {
      out.writeStringProperty(name, value.toString());
    }
  }

  private static void pause(JsonGenerator out, long untilMillis) {
    if (untilMillis == 0 || untilMillis == Long.MAX_VALUE) {
      out.writeBooleanProperty("paused", untilMillis != 0);
    } else {
      out.writeStringProperty("pausedUntil", ValueJson.moment(untilMillis));
    }
  }

  private static JsonBody rate(QueueSettings.Rate rate) {
    return JsonBody.object(out -> {
      out.writeNumberProperty("permits", rate.permits());
      out.writeStringProperty("per", DurationText.exact(rate.per()));
      out.writeNumberProperty("burst", rate.burst());
    });
  }

  private static JsonBody handOver(HandOverRoute route) {
    return JsonBody.object(out -> {
      out.writeStringProperty("target", route.target());
      route.destination().forEach(out::writeStringProperty);
    });
  }

  /** Reads all settings. */
  public static QueueSettings read(JsonFields settings) {
    QueueSettings.Builder read = QueueSettings.builder();
    for (QueueSetting setting : QueueSetting.values()) {
      String group = setting.group();
      JsonFields fields = group.isEmpty() ? settings : settings.object(group);
      setting.set(read, value(setting, fields));
    }
    if (settings.has("version")) {
      read.version(settings.whole("version"));
    }
    return read.build();
  }

  private static @Nullable Object value(QueueSetting setting, JsonFields fields) {
    String name = setting.member();
    return switch (setting.kind()) {
      case PAUSE -> pausedUntil(fields);
      case COUNT -> fields.whole(name);
      case DURATION -> fields.duration(name);
      case TEXT -> fields.textOrNull(name);
      case RATE -> fields.has(name) ? rate(fields.object(name)) : null;
      case RETRY -> RetryJson.read(fields);
      case ROUTE -> fields.has(name) ? handOver(fields.object(name)) : null;
    };
  }

  /** The end of a pause is there also when it has passed. */
  private static long pausedUntil(JsonFields settings) {
    boolean hasPause = settings.flag("paused") || settings.has("pausedUntil");
    return hasPause ? settings.moment("pausedUntil") : 0;
  }

  private static QueueSettings.Rate rate(JsonFields rate) {
    return new QueueSettings.Rate(rate.count("permits"), rate.duration("per"), rate.count("burst"));
  }

  private static HandOverRoute handOver(JsonFields route) {
    Map<String, String> destination = new HashMap<>();
    route.values().keySet().forEach(name -> destination.put(name, route.text(name)));
    destination.remove("target");
    return new HandOverRoute(route.text("target"), destination);
  }
}
