package io.duetime.wire;

import static io.duetime.wire.Values.DURATION;
import static io.duetime.wire.Values.FLAG;
import static io.duetime.wire.Values.TEXT;
import static io.duetime.wire.Values.WHOLE;

import io.duetime.InvalidRequestException;
import io.duetime.MissedTicks;
import io.duetime.Overlap;
import io.duetime.PendingTicks;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.wire.Members.Value;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads and writes recurring definitions. */
public final class RecurringJson {
  /** The fields that say when a definition ticks. */
  public static final List<String> SCHEDULE_FIELDS =
      List.of("cron", "zone", "every", "from", "schedule");

  private static final List<String> FIELDS =
      Stream.of(
              SCHEDULE_FIELDS.stream(),
              Stream.of(
                  "missed",
                  "grace",
                  "until",
                  "times",
                  "firstNow",
                  "overlap",
                  "paused",
                  "keepPending",
                  "owner"),
              SpecJson.TEMPLATE_FIELDS.stream())
          .flatMap(fields -> fields)
          .toList();

  private RecurringJson() {}

  /** A page of definitions; the cursor is null on the last one. */
  public static JsonShape page(
      List<RecurringJob.View> views, @Nullable String cursor, PayloadForm form) {
    return JsonShape.object(out -> {
      out.writeName("recurring");
      JsonShape.array(views.stream().map(view -> of(view, form)).toList()).write(out);
      JsonShape.text(out, "cursor", cursor);
    });
  }

  /** Writes a definition to store. */
  public static JsonShape of(RecurringChange change) {
    return Members.shape(
        change,
        m -> {
          m.show("schedule", TEXT, one -> one.job().schedule().toString());
          rules(m.part(one -> one.job().rules()));
          m.optional("owner", TEXT, one -> one.job().owner());
          m.optional("paused", FLAG, RecurringChange::paused);
          m.isOn("keepPending", one -> one.pending() == PendingTicks.KEEP);
          JobSpec job = change.job().template();
          SpecJson.write(m.part(one -> job.body()), PayloadForm.BASE64);
          SpecJson.template(m.part(one -> job), job.toBuilder());
          return change;
        });
  }

  /** Reads a definition to store. */
  public static RecurringChange read(String name, StrictJson.JsonObject json) {
    Fields fields = Fields.ofJson(json.values(), FIELDS);
    JobSpec template = template(name, SpecJson.body(Members.reading(fields), json), fields);
    TickRules rules = Members.read(fields, RecurringJson::rules);
    RecurringJob job =
        new RecurringJob(name, schedule(fields), template, rules, fields.text("owner"));
    PendingTicks pending = fields.isOn("keepPending") ? PendingTicks.KEEP : PendingTicks.WITHDRAW;
    return new RecurringChange(job, fields.flag("paused"), pending, OptionalLong.empty());
  }

  /** Reads the job of a definition; its due time is ignored. */
  private static JobSpec template(String name, JobBody body, Fields fields) {
    JobSpec.Builder job = JobSpec.builder(name, body, DueTime.at(0));
    return Members.read(fields, m -> SpecJson.template(m, job).build());
  }

  private static TickRules rules(Members<TickRules> m) {
    return new TickRules(
        m.always("missed", Values.oneOf(MissedTicks.class), MissedTicks.LATEST, TickRules::missed),
        m.always("grace", DURATION, TickRules.DEFAULT_GRACE, TickRules::grace),
        m.optional("until", Values.INSTANT, TickRules::until),
        m.or("times", WHOLE, 0L, TickRules::times),
        m.isOn("firstNow", TickRules::firstNow),
        m.always("overlap", Values.oneOf(Overlap.class), Overlap.ALLOW, TickRules::overlap));
  }

  /** Writes a definition with its last tick and its next ones. */
  public static JsonShape of(RecurringJob.View view, PayloadForm form) {
    return Members.shape(view, m -> view(m, form, null));
  }

  /**
   * Reads a definition as it is stored.
   *
   * @param hidden the payload if the server hides it; null to fail then
   */
  public static RecurringJob.View read(Fields view, @Nullable JobBody hidden) {
    return Members.read(view, m -> view(m, PayloadForm.BASE64, hidden));
  }

  private static RecurringJob.View view(
      Members<RecurringJob.View> m, PayloadForm form, @Nullable JobBody hidden) {
    String name = m.need("name", TEXT, view -> view.job().name());
    String text = m.need("schedule", TEXT, view -> view.job().schedule().toString());
    Schedule schedule = m.isWriting() ? m.value().job().schedule() : Schedule.parse(text);
    Members<JobSpec> template = m.part(view -> view.job().template());
    TickRules rules = rules(m.part(view -> view.job().rules()));
    String owner = m.optional("owner", TEXT, view -> view.job().owner());
    boolean paused = m.need("paused", FLAG, RecurringJob.View::paused);
    long version = m.need("version", WHOLE, RecurringJob.View::version);
    JobBody body =
        hidden == null || template.has("payloadBase64", any -> true)
            ? JobJson.body(template.part(JobSpec::body), form)
            : hidden;
    if (m.isWriting() && template.value().tags().isEmpty()) {
      template.show("tags", Values.TEXTS, JobSpec::tags);
    }
    JobSpec job = SpecJson.template(template, JobSpec.builder(name, body, DueTime.at(0))).build();
    RecurringJob.Ticks ticks = ticks(m.part(RecurringJob.View::ticks), name);
    return new RecurringJob.View(
        new RecurringJob(name, schedule, job, rules, owner), version, paused, ticks);
  }

  private static RecurringJob.Ticks ticks(Members<RecurringJob.Ticks> m, String name) {
    Long last =
        m.nullable(
            "lastTick",
            Values.MOMENT,
            ticks -> ticks.lastMillis() == 0 ? null : Long.valueOf(ticks.lastMillis()));
    List<Long> next =
        m.need(
            "nextTicks",
            moments("", tick -> Objects.requireNonNull(TimeText.iso(tick))),
            RecurringJob.Ticks::nextMillis);
    long skipped = m.need("skippedTicks", WHOLE, RecurringJob.Ticks::skipped);
    // The ids of the jobs of ticks.
    Value<List<Long>> ids = moments(name + "@", tick -> Instant.ofEpochMilli(tick).toString());
    List<Long> pending = m.need("pending", ids, RecurringJob.Ticks::pendingMillis);
    return new RecurringJob.Ticks(last == null ? 0 : last, next, pending, skipped);
  }

  private static Value<List<Long>> moments(String prefix, Function<Long, String> text) {
    return new Value<>(
        (out, all) ->
            JsonShape.texts(all.stream().map(one -> prefix + text.apply(one)).toList()).write(out),
        (fields, name) ->
            fields.texts(name).stream()
                .map(one -> one.substring(prefix.length()))
                .map(one -> TimeText.instant(name, one).toEpochMilli())
                .toList());
  }

  /** Writes whether a definition was removed, and which of its jobs stay. */
  public static JsonShape removed(Optional<RecurringJob.View> removed, PayloadForm form) {
    return JsonShape.object(out -> {
      out.writeBooleanProperty("removed", removed.isPresent());
      out.writeName("pending");
      JsonShape.texts(removed.map(RecurringJob.View::pendingIds).orElse(List.of())).write(out);
      if (removed.isPresent() && form != PayloadForm.READABLE) {
        out.writeName("definition");
        of(removed.get(), form).write(out);
      }
    });
  }

  /** Reads when a definition ticks. */
  public static Schedule schedule(Fields fields) {
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
}
