package io.duetime.server.json;

import io.duetime.HandOverRoute;
import io.duetime.QueueSettings;
import io.duetime.engine.ConsumerPresence;
import io.duetime.engine.QueueCounts;
import io.duetime.internal.text.DurationText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes queues: in brief for a list, or with settings and consumers. */
public final class QueueShape {
  private QueueShape() {}

  /** A page of queues; the cursor of the next page, or null after the last. */
  public static JsonShape page(List<JsonShape> queues, @Nullable String cursor) {
    return out -> {
      out.writeStartObject();
      out.writeName("queues");
      JsonShape.array(queues).write(out);
      JsonShape.text(out, "cursor", cursor);
      out.writeEndObject();
    };
  }

  /** A queue in a list. */
  public static JsonShape brief(QueueBrief brief) {
    return out -> {
      out.writeStartObject();
      begin(out, brief.queue(), brief.counts());
      events(out, brief.counts().since());
      out.writeNumberProperty("consumerCount", brief.consumers());
      lateness(out, brief.lateness());
      pause(out, brief.settings(), brief.nowMillis());
      limits(out, brief.settings());
      handOver(out, brief.settings().handOver().orElse(null));
      out.writeEndObject();
    };
  }

  /** A queue in a list of many, without what is only asked for at times. */
  public static JsonShape counts(QueueBrief brief) {
    return out -> {
      out.writeStartObject();
      begin(out, brief.queue(), brief.counts());
      pause(out, brief.settings(), brief.nowMillis());
      out.writeEndObject();
    };
  }

  private static void lateness(JsonGenerator out, QueueBrief.@Nullable Late lateness) {
    if (lateness == null) {
      out.writeNullProperty("lateness");
      return;
    }
    out.writeName("lateness");
    out.writeStartObject();
    out.writeNumberProperty("p50Ms", lateness.p50Millis());
    out.writeNumberProperty("p99Ms", lateness.p99Millis());
    out.writeNumberProperty("attempts", lateness.attempts());
    out.writeEndObject();
  }

  private static void limits(JsonGenerator out, QueueSettings settings) {
    out.writeNumberProperty("maxRunning", settings.maxRunning());
    rate(out, settings.rate().orElse(null));
  }

  /** A queue in a list of names. */
  public static JsonShape name(String queue) {
    return JsonShape.object("queue", out -> out.writeString(queue));
  }

  /** A queue with its events, settings and consumers. */
  public static JsonShape whole(
      String queue,
      QueueCounts counts,
      QueueSettings settings,
      List<ConsumerPresence> consumers,
      long nowMillis) {
    return out -> {
      out.writeStartObject();
      begin(out, queue, counts);
      events(out, counts.since());
      out.writeName("consumers");
      JsonShape.array(consumers.stream().map(QueueShape::consumer).toList()).write(out);
      out.writeName("settings");
      settings(settings, nowMillis).write(out);
      out.writeEndObject();
    };
  }

  /** The settings alone, and whether the queue is paused now. */
  public static JsonShape settings(QueueSettings settings, long nowMillis) {
    return out -> {
      out.writeStartObject();
      settings.version().ifPresent(version -> out.writeNumberProperty("version", version));
      pause(out, settings, nowMillis);
      limits(out, settings);
      out.writeNumberProperty("shards", settings.shards());
      out.writeStringProperty("retention", DurationText.exact(settings.retention()));
      out.writeStringProperty("deadRetention", DurationText.exact(settings.deadRetention()));
      out.writeNumberProperty("maxDead", settings.maxDead());
      quota(out, settings);
      defaults(out, settings);
      JsonShape.text(out, "deadCopyTo", settings.deadCopyTo().orElse(null));
      handOver(out, settings.handOver().orElse(null));
      out.writeEndObject();
    };
  }

  private static void handOver(JsonGenerator out, @Nullable HandOverRoute route) {
    if (route == null) {
      out.writeNullProperty("handOver");
      return;
    }
    out.writeName("handOver");
    out.writeStartObject();
    out.writeStringProperty("target", route.target());
    route.destination().forEach(out::writeStringProperty);
    out.writeEndObject();
  }

  private static void begin(JsonGenerator out, String queue, QueueCounts counts) {
    out.writeStringProperty("queue", queue);
    QueueCounts.ByState now = counts.now();
    out.writeName("counts");
    out.writeStartObject();
    out.writeNumberProperty("delayed", now.delayed());
    out.writeNumberProperty("ready", now.ready());
    out.writeNumberProperty("running", now.running());
    out.writeNumberProperty("dead", now.dead());
    out.writeNumberProperty("done", now.done());
    out.writeNumberProperty("cancelled", now.cancelled());
    out.writeEndObject();
    JsonShape.moment(out, "oldestReady", counts.oldestReadyMillis());
    JsonShape.moment(out, "nextDue", counts.nextDueMillis());
  }

  private static void events(JsonGenerator out, QueueCounts.Events events) {
    out.writeName("events");
    out.writeStartObject();
    out.writeNumberProperty("scheduled", events.scheduled());
    out.writeNumberProperty("claimed", events.claimed());
    out.writeNumberProperty("acked", events.acked());
    out.writeNumberProperty("retried", events.retried());
    out.writeNumberProperty("leasesLost", events.leasesLost());
    out.writeNumberProperty("died", events.died());
    out.writeNumberProperty("deadDropped", events.deadDropped());
    out.writeNumberProperty("expired", events.expired());
    out.writeNumberProperty("dropped", events.dropped());
    out.writeNumberProperty("cancelled", events.cancelled());
    out.writeNumberProperty("setAside", events.setAside());
    out.writeEndObject();
  }

  /** Writes the end of a pause also when it has passed; null for no end. */
  private static void pause(JsonGenerator out, QueueSettings settings, long nowMillis) {
    out.writeBooleanProperty("paused", settings.isPausedAt(nowMillis));
    if (settings.pausedUntilMillis() > 0) {
      JsonShape.moment(out, "pausedUntil", settings.pausedUntilMillis());
    }
  }

  private static void rate(JsonGenerator out, QueueSettings.@Nullable Rate rate) {
    if (rate == null) {
      out.writeNullProperty("rate");
      return;
    }
    out.writeName("rate");
    out.writeStartObject();
    out.writeNumberProperty("permits", rate.permits());
    out.writeStringProperty("per", DurationText.exact(rate.per()));
    out.writeNumberProperty("burst", rate.burst());
    out.writeEndObject();
  }

  private static void quota(JsonGenerator out, QueueSettings settings) {
    out.writeName("quota");
    out.writeStartObject();
    out.writeNumberProperty("maxWaiting", settings.maxWaiting());
    out.writeStringProperty("maxAhead", DurationText.exact(settings.maxAhead()));
    out.writeEndObject();
  }

  private static void defaults(JsonGenerator out, QueueSettings settings) {
    out.writeName("defaults");
    out.writeStartObject();
    out.writeNumberProperty("priority", settings.defaultPriority());
    RetryText.write(out, settings.defaultRetry());
    out.writeStringProperty("lease", DurationText.exact(settings.defaultLease()));
    out.writeEndObject();
  }

  private static JsonShape consumer(ConsumerPresence consumer) {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("name", consumer.name());
      JsonShape.moment(out, "lastSeen", consumer.lastSeenMillis());
      out.writeNumberProperty("running", consumer.running());
      out.writeEndObject();
    };
  }
}
