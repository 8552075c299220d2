package io.duetime.client.internal.json;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.Selection;
import io.duetime.engine.ShardId;
import io.duetime.settings.InstantText;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/** Reads and writes the small values that many calls share. */
public final class ValueJson {
  /** Servers take smaller numbers for seconds. */
  private static final long LEAST_NUMBER = 1_000_000_000_000L;

  /** The end of the year 9999, the last moment that HTTP has. No job can be due so late. */
  private static final long LATEST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

  private ValueJson() {}

  /** Writes milliseconds as a duration. */
  public static String millis(long millis) {
    return millis + "ms";
  }

  /**
   * Writes a moment as a query or JSON has it: milliseconds, but ISO-8601 where a server takes a
   * number for a mistake.
   */
  public static String moment(long epochMillis) {
    return epochMillis >= LEAST_NUMBER
        ? Long.toString(Math.min(epochMillis, LATEST))
        : InstantText.format(Instant.ofEpochMilli(epochMillis));
  }

  /** Writes {@code dueAt} or {@code delay}. */
  public static void due(JsonGenerator out, DueTime due) {
    if (due instanceof DueTime.At at) {
      out.writeStringProperty("dueAt", moment(at.epochMillis()));
    } else if (due instanceof DueTime.After after) {
      out.writeStringProperty("delay", DurationText.exact(Duration.ofMillis(after.delayMillis())));
    }
  }

  /** Writes payload, content type and headers. */
  static void body(JsonGenerator out, JobBody body) {
    out.writeStringProperty("payloadBase64", Base64.getEncoder().encodeToString(body.payload()));
    if (body.contentType() != null) {
      out.writeStringProperty("contentType", body.contentType());
    }
    if (!body.headers().isEmpty()) {
      out.writeName("headers");
      out.writeStartObject();
      body.headers().forEach(out::writeStringProperty);
      out.writeEndObject();
    }
  }

  /** Whether the server shows the payload. */
  static boolean hasPayload(JsonFields job) {
    return job.has("payloadBase64");
  }

  static JobBody body(JsonFields job) {
    if (!hasPayload(job)) {
      throw new StoreFailureException(
          ErrorCode.STORE_REFUSED,
          "The server hides the payload: the token needs the role payload");
    }
    Map<String, String> headers = new TreeMap<>();
    if (job.has("headers")) {
      JsonFields given = job.object("headers");
      given.values().keySet().forEach(name -> headers.put(name, given.text(name)));
    }
    byte[] payload = Base64.getDecoder().decode(job.text("payloadBase64"));
    return new JobBody(payload, job.textOrNull("contentType"), headers);
  }

  /** Writes the filter of a selection. */
  public static void selection(JsonGenerator out, Selection selection) {
    JsonBody.texts(out, "state", selection.states().stream().map(Enum::name).toList());
    if (selection.fromMillis() != 0) {
      out.writeStringProperty("from", moment(selection.fromMillis()));
    }
    if (selection.toMillis() != ClaimResult.NEVER) {
      out.writeStringProperty("to", moment(selection.toMillis()));
    }
    JsonBody.texts(out, "tag", selection.tags());
    if (selection.reason() != null) {
      out.writeStringProperty("reason", selection.reason());
    }
    if (selection.ids() != null) {
      JsonBody.texts(out, "ids", selection.ids());
    }
  }

  /** Writes a shard. */
  public static String shard(ShardId shard) {
    return shard.epoch() + "." + shard.index();
  }

  /** Reads a shard. */
  public static ShardId shard(String text) {
    int dot = text.indexOf('.');
    return new ShardId(
        Integer.parseInt(text.substring(0, dot)), Integer.parseInt(text.substring(dot + 1)));
  }

  /** Writes a durability as a query has it. */
  public static String durability(Durability asked) {
    if (!asked.fsynced() && asked.replicas() == 0) {
      return "none";
    }
    String fsynced = asked.fsynced() ? "fsynced," : "";
    String replicas = asked.replicas() > 0 ? "replicas:" + asked.replicas() + "," : "";
    return fsynced + replicas + "within:" + DurationText.exact(asked.timeout());
  }

  static Durability.Reached reached(JsonFields result) {
    if (!result.has("durability")) {
      return Durability.Reached.NOTHING;
    }
    JsonFields durability = result.object("durability");
    Durability.Fsynced fsynced =
        !durability.has("fsynced")
            ? Durability.Fsynced.UNKNOWN
            : durability.flag("fsynced") ? Durability.Fsynced.YES : Durability.Fsynced.NO;
    return new Durability.Reached(fsynced, durability.count("replicas"));
  }
}
