package io.duetime.client.internal.json;

import io.duetime.HandOverRoute;
import io.duetime.QueueSettings;
import io.duetime.internal.text.DurationText;
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
      pause(out, settings.pausedUntilMillis());
      out.writeNumberProperty("maxRunning", settings.maxRunning());
      out.writeName("rate");
      rate(out, settings.rate().orElse(null));
      out.writeNumberProperty("shards", settings.shards());
      duration(out, "retention", settings.retention());
      duration(out, "deadRetention", settings.deadRetention());
      out.writeNumberProperty("maxDead", settings.maxDead());
      out.writeName("quota");
      JsonBody.object(
              quota -> {
                quota.writeNumberProperty("maxWaiting", settings.maxWaiting());
                duration(quota, "maxAhead", settings.maxAhead());
              })
          .write(out);
      out.writeName("defaults");
      JsonBody.object(
              defaults -> {
                defaults.writeNumberProperty("priority", settings.defaultPriority());
                RetryJson.write(defaults, settings.defaultRetry());
                duration(defaults, "lease", settings.defaultLease());
              })
          .write(out);
      text(out, "deadCopyTo", settings.deadCopyTo().orElse(null));
      handOver(out, settings.handOver().orElse(null));
    });
  }

  private static void pause(JsonGenerator out, long untilMillis) {
    if (untilMillis == 0 || untilMillis == Long.MAX_VALUE) {
      out.writeBooleanProperty("paused", untilMillis != 0);
    } else {
      out.writeStringProperty("pausedUntil", ValueJson.moment(untilMillis));
    }
  }

  private static void rate(JsonGenerator out, QueueSettings.@Nullable Rate rate) {
    if (rate == null) {
      out.writeNull();
      return;
    }
    JsonBody.object(
            members -> {
              members.writeNumberProperty("permits", rate.permits());
              duration(members, "per", rate.per());
              members.writeNumberProperty("burst", rate.burst());
            })
        .write(out);
  }

  private static void handOver(JsonGenerator out, @Nullable HandOverRoute route) {
    out.writeName("handOver");
    if (route == null) {
      out.writeNull();
      return;
    }
    JsonBody.object(
            members -> {
              members.writeStringProperty("target", route.target());
              route.destination().forEach(members::writeStringProperty);
            })
        .write(out);
  }

  private static HandOverRoute handOver(JsonFields route) {
    Map<String, String> destination = new HashMap<>();
    route.values().keySet().forEach(name -> destination.put(name, route.text(name)));
    destination.remove("target");
    return new HandOverRoute(route.text("target"), destination);
  }

  private static void duration(JsonGenerator out, String name, Duration duration) {
    out.writeStringProperty(name, DurationText.exact(duration));
  }

  private static void text(JsonGenerator out, String name, @Nullable String text) {
    if (text == null) {
      out.writeNullProperty(name);
    } else {
      out.writeStringProperty(name, text);
    }
  }

  /** The end of a pause is there also when it has passed. */
  private static long pausedUntil(JsonFields settings) {
    boolean hasPause = settings.flag("paused") || settings.has("pausedUntil");
    return hasPause ? settings.moment("pausedUntil") : 0;
  }

  /** Reads all settings. */
  public static QueueSettings read(JsonFields settings) {
    JsonFields quota = settings.object("quota");
    JsonFields defaults = settings.object("defaults");
    QueueSettings.Builder read =
        QueueSettings.builder()
            .pausedUntilMillis(pausedUntil(settings))
            .maxRunning(settings.count("maxRunning"))
            .rate(settings.has("rate") ? rate(settings.object("rate")) : null)
            .shards(settings.count("shards"))
            .retention(settings.duration("retention"))
            .deadRetention(settings.duration("deadRetention"))
            .maxDead(settings.whole("maxDead"))
            .maxWaiting(quota.whole("maxWaiting"))
            .maxAhead(quota.duration("maxAhead"))
            .defaultPriority(defaults.whole("priority"))
            .defaultRetry(RetryJson.read(defaults))
            .defaultLease(defaults.duration("lease"))
            .deadCopyTo(settings.textOrNull("deadCopyTo"))
            .handOver(settings.has("handOver") ? handOver(settings.object("handOver")) : null);
    if (settings.has("version")) {
      read.version(settings.whole("version"));
    }
    return read.build();
  }

  private static QueueSettings.Rate rate(JsonFields rate) {
    return new QueueSettings.Rate(rate.count("permits"), rate.duration("per"), rate.count("burst"));
  }
}
