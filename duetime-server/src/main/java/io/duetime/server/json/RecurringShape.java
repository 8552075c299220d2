package io.duetime.server.json;

import io.duetime.InvalidRequestException;
import io.duetime.Schedule;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** Reads and writes recurring definitions. */
public final class RecurringShape {
  private static final int SHOWN_TICKS = 5;
  private static final List<String> FIELDS =
      Stream.concat(
              Stream.of("cron", "zone", "every", "from", "missed", "paused"),
              SpecReader.TEMPLATE_FIELDS.stream())
          .toList();

  private RecurringShape() {}

  /** Reads a definition. */
  public static RecurringJob read(String queue, String name, StrictJson.JsonObject json) {
    Fields fields = Fields.ofJson(json.values(), FIELDS);
    JobSpec template = new SpecReader(queue).template(name, json, fields);
    RecurringJob.Missed missed = fields.oneOf("missed", RecurringJob.Missed.class);
    return new RecurringJob(
        name,
        schedule(fields),
        template,
        Objects.requireNonNullElse(missed, RecurringJob.Missed.LATEST),
        fields.isOn("paused"));
  }

  /** Writes a definition with the last tick that has its job, and the next ones from now on. */
  public static Shape of(RecurringJob.View view, long nowMillis) {
    return out -> {
      RecurringJob job = view.job();
      out.writeStartObject();
      out.writeStringProperty("name", job.name());
      out.writeStringProperty("schedule", job.schedule().toString());
      out.writeStringProperty("missed", job.missed().name());
      out.writeBooleanProperty("paused", job.paused());
      template(out, job.template());
      Shape.moment(
          out, "lastTick", view.lastTickMillis() == 0 ? ClaimResult.NEVER : view.lastTickMillis());
      nextTicks(out, job, nowMillis);
      out.writeEndObject();
    };
  }

  private static Schedule schedule(Fields fields) {
    String cron = fields.text("cron");
    Duration every = fields.duration("every");
    if ((cron == null) == (every == null)) {
      throw new InvalidRequestException("cron", cron, "exactly one of cron and every");
    }
    Instant from = fields.instant("from");
    if (every != null) {
      return from == null ? Schedule.every(every) : Schedule.every(every, from);
    }
    if (from != null) {
      throw new InvalidRequestException("from", from, "only with every");
    }
    return Schedule.cron(Objects.requireNonNull(cron), zone(fields));
  }

  private static ZoneId zone(Fields fields) {
    String zone = Objects.requireNonNullElse(fields.text("zone"), "UTC");
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException unknown) {
      throw new InvalidRequestException("zone", zone, "a time zone such as Europe/Berlin");
    }
  }

  private static void template(JsonGenerator out, JobSpec template) {
    PayloadForm.READABLE.write(out, template.body());
    if (template.priority() != null) {
      out.writeNumberProperty("priority", template.priority());
    }
    out.writeName("tags");
    out.writeStartArray();
    template.tags().forEach(out::writeString);
    out.writeEndArray();
    out.writeName("headers");
    out.writeStartObject();
    template.body().headers().forEach(out::writeStringProperty);
    out.writeEndObject();
    if (template.retry() != null) {
      RetryText.write(out, template.retry());
    }
  }

  private static void nextTicks(JsonGenerator out, RecurringJob job, long nowMillis) {
    out.writeName("nextTicks");
    out.writeStartArray();
    if (!job.paused()) {
      job.schedule()
          .next(Instant.ofEpochMilli(nowMillis), SHOWN_TICKS)
          .forEach(tick -> out.writeString(TimeText.iso(tick.toEpochMilli())));
    }
    out.writeEndArray();
  }
}
