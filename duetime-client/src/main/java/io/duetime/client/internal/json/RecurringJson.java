package io.duetime.client.internal.json;

import io.duetime.Expiry;
import io.duetime.MissedTicks;
import io.duetime.PendingTicks;
import io.duetime.Schedule;
import io.duetime.TickRules;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.text.DurationText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Reads and writes recurring definitions. */
public final class RecurringJson {
  private RecurringJson() {}

  /** Writes a definition to store. */
  public static JsonBody of(RecurringChange change) {
    return JsonBody.object(out -> {
      out.writeStringProperty("schedule", change.job().schedule().toString());
      rules(out, change.job().rules());
      if (change.paused() != null) {
        out.writeBooleanProperty("paused", change.paused());
      }
      out.writeBooleanProperty("keepPending", change.pending() == PendingTicks.KEEP);
      SpecWriter.template(out, change.job().template());
    });
  }

  private static void rules(JsonGenerator out, TickRules rules) {
    out.writeStringProperty("missed", rules.missed().name());
    out.writeStringProperty("grace", DurationText.exact(rules.grace()));
    if (rules.until() != null) {
      out.writeStringProperty("until", rules.until().toString());
    }
    if (rules.times() > 0) {
      out.writeNumberProperty("times", rules.times());
    }
    if (rules.firstNow()) {
      out.writeBooleanProperty("firstNow", true);
    }
  }

  private static TickRules rules(JsonFields view) {
    return new TickRules(
        MissedTicks.valueOf(view.text("missed")),
        view.duration("grace"),
        view.has("until") ? Instant.parse(view.text("until")) : null,
        view.has("times") ? view.whole("times") : 0,
        view.has("firstNow") && view.flag("firstNow"));
  }

  /** Reads a definition as it is stored; fails if the server hides its payload. */
  public static RecurringJob.View read(JsonFields view) {
    return view(view, ValueJson.body(view));
  }

  /** As {@link #read(JsonFields)}, with this payload if the server hides it. */
  public static RecurringJob.View read(JsonFields view, JobBody hidden) {
    return view(view, ValueJson.hasPayload(view) ? ValueJson.body(view) : hidden);
  }

  private static RecurringJob.View view(JsonFields view, JobBody body) {
    String name = view.text("name");
    RecurringJob job =
        new RecurringJob(
            name, Schedule.parse(view.text("schedule")), template(name, body, view), rules(view));
    List<Long> next = view.texts("nextTicks").stream().map(RecurringJson::millis).toList();
    List<Long> pending =
        view.texts("pending").stream().map(id -> millis(id.substring(name.length() + 1))).toList();
    return new RecurringJob.View(
        job,
        view.whole("version"),
        view.flag("paused"),
        new RecurringJob.Ticks(
            view.has("lastTick") ? view.moment("lastTick") : 0,
            next,
            pending,
            view.whole("skippedTicks")));
  }

  private static long millis(String moment) {
    return MomentReader.millis(moment);
  }

  private static JobSpec template(String name, JobBody body, JsonFields view) {
    JobSpec.Builder template =
        JobSpec.builder(name, body, DueTime.at(0)).tags(view.texts("tags")).expiry(expiry(view));
    if (view.has("priority")) {
      template.priority(view.whole("priority"));
    }
    if (view.has("backoff")) {
      template.retry(RetryJson.read(view));
    }
    if (view.has("retention")) {
      template.retention(view.duration("retention"));
    }
    return template.build();
  }

  private static @Nullable Expiry expiry(JsonFields view) {
    if (!view.has("onExpiry")) {
      return null;
    }
    Expiry.Action action = Expiry.Action.valueOf(view.text("onExpiry"));
    return view.has("expiresAt")
        ? new Expiry.At(Instant.parse(view.text("expiresAt")), action)
        : new Expiry.After(view.duration("expiresAfter"), action);
  }
}
