package io.duetime.server.json;

import io.duetime.Counts;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.settings.QueueSetting;
import io.duetime.wire.JsonShape;
import io.duetime.wire.Members;
import io.duetime.wire.SettingsJson;
import io.duetime.wire.StoreJson;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes queues: in brief for a list, or with settings and consumers. */
public final class QueueJson {
  private static final List<QueueSetting> BRIEF =
      List.of(
          QueueSetting.PAUSED_UNTIL,
          QueueSetting.MAX_RUNNING,
          QueueSetting.RATE,
          QueueSetting.HAND_OVER);

  private QueueJson() {}

  /** A page of queues; the cursor of the next page, or null after the last. */
  public static JsonShape page(List<JsonShape> queues, @Nullable String cursor) {
    return JsonShape.object(out -> {
      out.writeName("queues");
      JsonShape.array(queues).write(out);
      JsonShape.text(out, "cursor", cursor);
    });
  }

  /** A queue in a list. */
  public static JsonShape brief(QueueBrief brief) {
    return JsonShape.object(out -> {
      out.writeStringProperty("queue", brief.queue());
      Members.inside(brief.counts(), StoreJson::counts).write(out);
      out.writeNumberProperty("consumerCount", brief.consumers());
      lateness(out, brief.lateness());
      targetDown(out, brief.targetDown());
      for (QueueSetting setting : BRIEF) {
        SettingsJson.write(out, setting, brief.settings(), brief.nowMillis());
      }
    });
  }

  /** A queue in a list of many, without what is only asked for at times. */
  public static JsonShape counts(QueueBrief brief) {
    return JsonShape.object(out -> {
      out.writeStringProperty("queue", brief.queue());
      Members.inside(brief.counts(), StoreJson::states).write(out);
      targetDown(out, brief.targetDown());
      for (QueueSetting setting : List.of(QueueSetting.PAUSED_UNTIL, QueueSetting.HAND_OVER)) {
        SettingsJson.write(out, setting, brief.settings(), brief.nowMillis());
      }
    });
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
    return JsonShape.object(out -> {
      out.writeStringProperty("queue", queue);
      Members.inside(counts, StoreJson::counts).write(out);
      Members.inside(consumers, StoreJson::consumers).write(out);
      targetDown(out, targetDown);
      out.writeName("settings");
      SettingsJson.of(settings, nowMillis).write(out);
    });
  }
}
