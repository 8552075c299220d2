package io.duetime.server.transfer;

import io.duetime.HandOverRoute;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.server.json.Fields;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Reads and writes all settings of a queue; durations in milliseconds. */
final class SettingsForm {
  static final List<String> FIELDS =
      List.of(
          "pausedUntil",
          "maxRunning",
          "rate",
          "shards",
          "retention",
          "deadRetention",
          "maxDead",
          "maxWaiting",
          "maxAhead",
          "priority",
          "retry",
          "lease",
          "deadCopyTo",
          "handOver");

  private static final List<String> RATE = List.of("permits", "per", "burst");

  private SettingsForm() {}

  static void write(JsonGenerator out, QueueSettings settings) {
    out.writeStartObject();
    out.writeNumberProperty("pausedUntil", settings.pausedUntilMillis());
    out.writeNumberProperty("maxRunning", settings.maxRunning());
    settings.rate().ifPresent(rate -> writeRate(out, rate));
    out.writeNumberProperty("shards", settings.shards());
    out.writeNumberProperty("retention", settings.retention().toMillis());
    writeUnlessZero(out, "deadRetention", settings.deadRetention().toMillis());
    writeUnlessZero(out, "maxDead", settings.maxDead());
    out.writeNumberProperty("maxWaiting", settings.maxWaiting());
    out.writeNumberProperty("maxAhead", settings.maxAhead().toMillis());
    out.writeNumberProperty("priority", settings.defaultPriority());
    out.writeStringProperty("retry", settings.defaultRetry().toString());
    out.writeNumberProperty("lease", settings.defaultLease().toMillis());
    settings.deadCopyTo().ifPresent(queue -> out.writeStringProperty("deadCopyTo", queue));
    settings.handOver().ifPresent(route -> out.writeStringProperty("handOver", route.toString()));
    out.writeEndObject();
  }

  private static void writeUnlessZero(JsonGenerator out, String name, long value) {
    if (value != 0) {
      out.writeNumberProperty(name, value);
    }
  }

  private static void writeRate(JsonGenerator out, QueueSettings.Rate rate) {
    out.writeName("rate");
    out.writeStartObject();
    out.writeNumberProperty("permits", rate.permits());
    out.writeNumberProperty("per", rate.per().toMillis());
    out.writeNumberProperty("burst", rate.burst());
    out.writeEndObject();
  }

  static QueueSettings read(Fields fields) {
    Needed needed = new Needed(fields);
    return QueueSettings.builder()
        .pausedUntilMillis(needed.upTo("pausedUntil", Long.MAX_VALUE))
        .maxRunning(needed.count("maxRunning"))
        .rate(readRate(fields.object("rate", RATE)))
        .shards(needed.count("shards"))
        .retention(millis(needed, "retention"))
        .deadRetention(Duration.ofMillis(orZero(fields.whole("deadRetention"))))
        .maxDead(orZero(fields.whole("maxDead")))
        .maxWaiting(needed.upTo("maxWaiting", Long.MAX_VALUE))
        .maxAhead(millis(needed, "maxAhead"))
        .defaultPriority(needed.whole("priority"))
        .defaultRetry(RetryPolicy.parse(needed.text("retry")))
        .defaultLease(millis(needed, "lease"))
        .deadCopyTo(fields.text("deadCopyTo"))
        .handOver(readRoute(fields.text("handOver")))
        .build();
  }

  private static @Nullable HandOverRoute readRoute(@Nullable String text) {
    return text == null ? null : HandOverRoute.parse(text);
  }

  private static QueueSettings.@Nullable Rate readRate(@Nullable Fields rate) {
    if (rate == null) {
      return null;
    }
    Needed needed = new Needed(rate);
    return new QueueSettings.Rate(
        needed.count("permits"), millis(needed, "per"), needed.count("burst"));
  }

  private static long orZero(@Nullable Long value) {
    return value == null ? 0 : value;
  }

  private static Duration millis(Needed needed, String name) {
    return Duration.ofMillis(needed.moment(name));
  }
}
