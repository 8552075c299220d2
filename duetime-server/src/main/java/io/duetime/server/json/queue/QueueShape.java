package io.duetime.server.json.queue;

import io.duetime.Counts;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.server.json.JsonShape;
import io.duetime.server.json.QueueBrief;
import io.duetime.settings.QueueSetting;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes queues: in brief for a list, or with settings and consumers. */
public final class QueueShape {
  private static final List<QueueSetting> BRIEF =
      List.of(
          QueueSetting.PAUSED_UNTIL,
          QueueSetting.MAX_RUNNING,
          QueueSetting.RATE,
          QueueSetting.HAND_OVER);

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
      targetDown(out, brief.targetDown());
      for (QueueSetting setting : BRIEF) {
        SettingsShape.write(out, setting, brief.settings(), brief.nowMillis());
      }
      out.writeEndObject();
    };
  }

  /** A queue in a list of many, without what is only asked for at times. */
  public static JsonShape counts(QueueBrief brief) {
    return out -> {
      out.writeStartObject();
      begin(out, brief.queue(), brief.counts());
      targetDown(out, brief.targetDown());
      for (QueueSetting setting : List.of(QueueSetting.PAUSED_UNTIL, QueueSetting.HAND_OVER)) {
        SettingsShape.write(out, setting, brief.settings(), brief.nowMillis());
      }
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

  private static void targetDown(JsonGenerator out, @Nullable JsonShape why) {
    out.writeName("targetDown");
    if (why == null) {
      out.writeNull();
    } else {
      why.write(out);
    }
  }

  /** A queue in a list of names. */
  public static JsonShape name(String queue) {
    return JsonShape.object("queue", out -> out.writeString(queue));
  }

  /** A queue with its events, settings, consumers, and what is wrong with its target. */
  public static JsonShape whole(
      String queue,
      Counts counts,
      QueueSettings settings,
      List<QueueConsumer> consumers,
      @Nullable JsonShape targetDown,
      long nowMillis) {
    return out -> {
      out.writeStartObject();
      begin(out, queue, counts);
      events(out, counts.since());
      out.writeName("consumers");
      JsonShape.array(consumers.stream().map(QueueShape::consumer).toList()).write(out);
      targetDown(out, targetDown);
      out.writeName("settings");
      SettingsShape.of(settings, nowMillis).write(out);
      out.writeEndObject();
    };
  }

  private static void begin(JsonGenerator out, String queue, Counts counts) {
    out.writeStringProperty("queue", queue);
    Counts.States now = counts.now();
    out.writeName("counts");
    out.writeStartObject();
    out.writeNumberProperty("delayed", now.delayed());
    out.writeNumberProperty("ready", now.ready());
    out.writeNumberProperty("running", now.running());
    out.writeNumberProperty("dead", now.dead());
    out.writeNumberProperty("done", now.done());
    out.writeNumberProperty("cancelled", now.cancelled());
    out.writeEndObject();
    JsonShape.moment(out, "oldestReady", counts.oldestReady());
    JsonShape.moment(out, "nextDue", counts.nextDue());
  }

  private static void events(JsonGenerator out, Counts.Events events) {
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

  private static JsonShape consumer(QueueConsumer consumer) {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("name", consumer.name());
      JsonShape.moment(out, "lastSeen", consumer.lastSeen());
      out.writeNumberProperty("running", consumer.running());
      out.writeEndObject();
    };
  }
}
