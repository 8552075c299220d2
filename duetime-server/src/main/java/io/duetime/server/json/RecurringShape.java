package io.duetime.server.json;

import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.MissedTicks;
import io.duetime.PendingTicks;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.text.DurationText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Reads and writes recurring definitions. */
public final class RecurringShape {
  private static final List<String> FIELDS =
      Stream.concat(
              Stream.of(
                  "cron",
                  "zone",
                  "every",
                  "from",
                  "schedule",
                  "missed",
                  "grace",
                  "until",
                  "times",
                  "firstNow",
                  "paused",
                  "keepPending"),
              SpecReader.TEMPLATE_FIELDS.stream())
          .toList();

  private RecurringShape() {}

  /** A page of definitions; the cursor is null on the last one. */
  public static JsonShape page(
      List<RecurringJob.View> views, @Nullable String cursor, PayloadForm form) {
    return out -> {
      out.writeStartObject();
      out.writeName("recurring");
      JsonShape.array(views.stream().map(view -> of(view, form)).toList()).write(out);
      JsonShape.text(out, "cursor", cursor);
      out.writeEndObject();
    };
  }

  /** Reads a definition to store. */
  public static RecurringChange read(String queue, String name, StrictJson.JsonObject json) {
    Fields fields = Fields.ofJson(json.values(), FIELDS);
    JobSpec template = new SpecReader(queue).template(name, json, fields);
    RecurringJob job = new RecurringJob(name, schedule(fields), template, rules(fields));
    PendingTicks pending = fields.isOn("keepPending") ? PendingTicks.KEEP : PendingTicks.WITHDRAW;
    return new RecurringChange(job, fields.flag("paused"), pending, OptionalLong.empty());
  }

  private static TickRules rules(Fields fields) {
    MissedTicks missed = fields.oneOf("missed", MissedTicks.class);
    Duration grace = fields.duration("grace");
    Long times = fields.whole("times");
    return new TickRules(
        Objects.requireNonNullElse(missed, MissedTicks.LATEST),
        Objects.requireNonNullElse(grace, TickRules.DEFAULT_GRACE),
        fields.instant("until"),
        times == null ? 0 : times,
        fields.isOn("firstNow"));
  }

  /** Writes a definition with its last tick and its next ones. */
  public static JsonShape of(RecurringJob.View view, PayloadForm form) {
    return out -> {
      RecurringJob job = view.job();
      out.writeStartObject();
      out.writeStringProperty("name", job.name());
      out.writeStringProperty("schedule", job.schedule().toString());
      rules(out, job.rules());
      out.writeBooleanProperty("paused", view.paused());
      out.writeNumberProperty("version", view.version());
      template(out, job.template(), form);
      ticks(out, view.ticks());
      texts(out, "pending", view.pendingIds());
      out.writeEndObject();
    };
  }

  private static void rules(JsonGenerator out, TickRules rules) {
    out.writeStringProperty("missed", rules.missed().name());
    out.writeStringProperty("grace", DurationText.exact(rules.grace()));
    if (rules.until() != null) {
      out.writeStringProperty("until", TimeText.iso(rules.until().toEpochMilli()));
    }
    if (rules.times() > 0) {
      out.writeNumberProperty("times", rules.times());
    }
    if (rules.firstNow()) {
      out.writeBooleanProperty("firstNow", true);
    }
  }

  /** Writes whether a definition was removed, and which of its jobs stay. */
  public static JsonShape removed(Optional<RecurringJob.View> removed, PayloadForm form) {
    return out -> {
      out.writeStartObject();
      out.writeBooleanProperty("removed", removed.isPresent());
      texts(out, "pending", removed.map(RecurringJob.View::pendingIds).orElse(List.of()));
      if (removed.isPresent() && form != PayloadForm.READABLE) {
        out.writeName("definition");
        of(removed.get(), form).write(out);
      }
      out.writeEndObject();
    };
  }

  private static void ticks(JsonGenerator out, RecurringJob.Ticks ticks) {
    long last = ticks.lastMillis();
    JsonShape.moment(out, "lastTick", last == 0 ? ClaimResult.NEVER : last);
    texts(out, "nextTicks", ticks.nextMillis().stream().map(TimeText::iso).toList());
    out.writeNumberProperty("skippedTicks", ticks.skipped());
  }

  private static void texts(JsonGenerator out, String name, List<String> texts) {
    out.writeName(name);
    out.writeStartArray();
    texts.forEach(out::writeString);
    out.writeEndArray();
  }

  private static Schedule schedule(Fields fields) {
    String exact = fields.text("schedule");
    if (exact != null) {
      if (List.of("cron", "zone", "every", "from").stream().anyMatch(fields::has)) {
        throw new InvalidRequestException("schedule", exact, "only without cron and every");
      }
      return Schedule.parse(exact);
    }
    String cron = fields.text("cron");
    Duration every = fields.duration("every");
    if ((cron == null) == (every == null)) {
      throw new InvalidRequestException("cron", cron, "exactly one of cron and every");
    }
    Instant from = fields.instant("from");
    String zone = fields.text("zone");
    if (every != null) {
      if (zone != null) {
        throw new InvalidRequestException("zone", zone, "only with cron");
      }
      return from == null ? Schedule.every(every) : Schedule.every(every, from);
    }
    if (from != null) {
      throw new InvalidRequestException("from", from, "only with every");
    }
    return Schedule.cron(Objects.requireNonNull(cron), zone(zone));
  }

  private static ZoneId zone(@Nullable String zone) {
    try {
      return ZoneId.of(zone == null ? "UTC" : zone);
    } catch (DateTimeException unknown) {
      throw new InvalidRequestException("zone", zone, "a time zone such as Europe/Berlin");
    }
  }

  private static void template(JsonGenerator out, JobSpec template, PayloadForm form) {
    form.write(out, template.body());
    if (template.priority() != null) {
      out.writeNumberProperty("priority", template.priority());
    }
    texts(out, "tags", template.tags());
    form.writeHeaders(out, template.body());
    if (template.retry() != null) {
      RetryText.write(out, template.retry());
    }
    if (template.retention() != null) {
      out.writeStringProperty("retention", DurationText.exact(template.retention()));
    }
    if (template.expiry() instanceof Expiry.After after) {
      out.writeStringProperty("expiresAfter", DurationText.exact(after.duration()));
      out.writeStringProperty("onExpiry", after.action().name());
    } else if (template.expiry() instanceof Expiry.At at) {
      out.writeStringProperty("expiresAt", at.instant().toString());
      out.writeStringProperty("onExpiry", at.action().name());
    }
  }
}
