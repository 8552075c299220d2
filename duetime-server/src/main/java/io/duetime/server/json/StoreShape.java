package io.duetime.server.json;

import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.Timeline;
import io.duetime.engine.Capabilities;
import io.duetime.engine.Finding;
import io.duetime.engine.Maintenance;
import io.duetime.text.DurationText;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Writes the store, timelines and explanations. */
public final class StoreShape {
  private static final String UNLIMITED = "unlimited";
  private static final Set<String> ERRORS = Set.of("lastError", "message", "failure");

  private StoreShape() {}

  /** The store and the findings of its check. */
  public static JsonShape store(
      String version, long nowMillis, Capabilities engine, List<Finding> findings) {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("version", version);
      JsonShape.moment(out, "now", nowMillis);
      out.writeStringProperty("engine", engine.name());
      out.writeBooleanProperty("durable", engine.durable());
      out.writeBooleanProperty("sharded", engine.sharded());
      out.writeBooleanProperty("shared", engine.shared());
      durability(out, engine.defaultDurability());
      out.writeNumberProperty("maxPayload", engine.maxPayloadBytes());
      out.writeName("findings");
      JsonShape.array(findings.stream().map(StoreShape::finding).toList()).write(out);
      out.writeEndObject();
    };
  }

  private static void durability(JsonGenerator out, Durability durability) {
    out.writeName("defaultDurability");
    out.writeStartObject();
    out.writeBooleanProperty("fsynced", durability.fsynced());
    out.writeNumberProperty("replicas", durability.replicas());
    out.writeStringProperty("within", DurationText.exact(durability.timeout()));
    out.writeEndObject();
  }

  /** What a step of maintenance did, and when to run the next. */
  public static JsonShape maintenance(Maintenance step) {
    return out -> {
      out.writeStartObject();
      out.writeNumberProperty("leasesLost", step.leasesLost());
      out.writeNumberProperty("expired", step.expired());
      out.writeNumberProperty("ticks", step.ticks());
      out.writeNumberProperty("forgotten", step.forgotten());
      out.writeNumberProperty("deadDropped", step.deadDropped());
      out.writeNumberProperty("copied", step.copied());
      JsonShape.moment(out, "next", step.comeBackAtMillis());
      out.writeEndObject();
    };
  }

  /** The folder of a backup. */
  public static JsonShape backup(Path folder) {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("folder", folder.toString());
      out.writeEndObject();
    };
  }

  /** How many jobs are due when, and how many ran when and how late. */
  public static JsonShape timeline(Timeline timeline) {
    return out -> {
      out.writeStartObject();
      JsonShape.moment(out, "now", timeline.now());
      out.writeName("buckets");
      JsonShape.array(timeline.buckets().stream().map(StoreShape::bucket).toList()).write(out);
      out.writeEndObject();
    };
  }

  /** Why a job is not running. */
  public static JsonShape explanation(Explanation explanation, PayloadForm form) {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("why", explanation.why().name());
      new TreeMap<>(explanation.details())
          .forEach((name, text) -> {
            if (form != PayloadForm.HIDDEN || !ERRORS.contains(name)) {
              detail(out, name, text);
            }
          });
      out.writeEndObject();
    };
  }

  private static void detail(JsonGenerator out, String name, String text) {
    switch (name) {
      case "attempt", "maxRunning", "running" ->
          out.writeNumberProperty(name, Long.parseLong(text));
      case "maxAttempts" -> maxAttempts(out, name, text);
      case "cancelRequested", "mayHaveArrived" ->
          out.writeBooleanProperty(name, Boolean.parseBoolean(text));
      default -> out.writeStringProperty(name, text);
    }
  }

  private static void maxAttempts(JsonGenerator out, String name, String text) {
    if (text.equals(UNLIMITED)) {
      out.writeNullProperty(name);
    } else {
      out.writeNumberProperty(name, Long.parseLong(text));
    }
  }

  /** A finding of a check. */
  public static JsonShape finding(Finding finding) {
    return out -> {
      out.writeStartObject();
      out.writeStringProperty("check", finding.check());
      out.writeStringProperty("verdict", finding.verdict().name());
      out.writeStringProperty("message", finding.message());
      out.writeStringProperty("remedy", finding.remedy());
      out.writeEndObject();
    };
  }

  private static JsonShape bucket(Timeline.Bucket bucket) {
    return out -> {
      out.writeStartObject();
      JsonShape.moment(out, "from", bucket.from());
      JsonShape.moment(out, "to", bucket.to());
      out.writeNumberProperty("waiting", bucket.waiting());
      out.writeNumberProperty("ran", bucket.ran());
      out.writeNumberProperty("latenessSumMs", bucket.totalLateness().toMillis());
      out.writeNumberProperty("latenessMaxMs", bucket.maxLateness().toMillis());
      out.writeEndObject();
    };
  }
}
