package io.duetime.server.json.queue;

import io.duetime.HandOverRoute;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.RetryText;
import io.duetime.settings.QueueSetting;
import io.duetime.text.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes the settings of a queue. */
public final class SettingsShape {
  private SettingsShape() {}

  /** All settings, and whether the queue is paused now. */
  public static JsonShape of(QueueSettings settings, long nowMillis) {
    return of(settings, null, nowMillis);
  }

  /** The same after a change, with a warning about it if it is not null. */
  public static JsonShape of(QueueSettings settings, @Nullable String warning, long nowMillis) {
    return out -> {
      out.writeStartObject();
      if (warning != null) {
        out.writeStringProperty("warning", warning);
      }
      settings.version().ifPresent(version -> out.writeNumberProperty("version", version));
      String open = "";
      for (QueueSetting setting : QueueSetting.values()) {
        open = inGroup(out, open, setting.group());
        write(out, setting, settings, nowMillis);
      }
      inGroup(out, open, "");
      out.writeEndObject();
    };
  }

  /** Closes the object of a group and begins that of the next, where they differ. */
  private static String inGroup(JsonGenerator out, String open, String next) {
    if (!next.equals(open)) {
      if (!open.isEmpty()) {
        out.writeEndObject();
      }
      if (!next.isEmpty()) {
        out.writeName(next);
        out.writeStartObject();
      }
    }
    return next;
  }

  /** Writes one setting. */
  static void write(
      JsonGenerator out, QueueSetting setting, QueueSettings settings, long nowMillis) {
    String name = setting.member();
    Object value = setting.of(settings);
    if (setting.kind() == QueueSetting.Kind.PAUSE) {
      pause(out, settings, nowMillis);
    } else if (value == null) {
      out.writeNullProperty(name);
    } else if (value instanceof Long number) {
      out.writeNumberProperty(name, number);
    } else if (value instanceof Duration duration) {
      out.writeStringProperty(name, DurationText.exact(duration));
    } else if (value instanceof RetryPolicy retry) {
      RetryText.write(out, retry);
    } else if (value instanceof QueueSettings.Rate rate) {
      rate(out, name, rate);
    } else if (value instanceof HandOverRoute route) {
      handOver(out, name, route);
    } else {
      out.writeStringProperty(name, value.toString());
    }
  }

  /** Writes the end of a pause also when it has passed; null for no end. */
  private static void pause(JsonGenerator out, QueueSettings settings, long nowMillis) {
    out.writeBooleanProperty("paused", settings.isPausedAt(nowMillis));
    if (settings.pausedUntilMillis() > 0) {
      JsonShape.moment(out, "pausedUntil", settings.pausedUntilMillis());
    }
  }

  private static void rate(JsonGenerator out, String name, QueueSettings.Rate rate) {
    out.writeName(name);
    out.writeStartObject();
    out.writeNumberProperty("permits", rate.permits());
    out.writeStringProperty("per", DurationText.exact(rate.per()));
    out.writeNumberProperty("burst", rate.burst());
    out.writeEndObject();
  }

  private static void handOver(JsonGenerator out, String name, HandOverRoute route) {
    out.writeName(name);
    out.writeStartObject();
    out.writeStringProperty("target", route.target());
    route.destination().forEach(out::writeStringProperty);
    out.writeEndObject();
  }
}
