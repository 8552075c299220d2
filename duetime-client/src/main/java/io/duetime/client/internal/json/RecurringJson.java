package io.duetime.client.internal.json;

import io.duetime.Expiry;
import io.duetime.Schedule;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes recurring definitions. */
public final class RecurringJson {
  private RecurringJson() {}

  /** Writes a definition to store. */
  public static JsonBody of(RecurringChange change) {
    return JsonBody.object(out -> {
      out.writeStringProperty("schedule", change.job().schedule().toString());
      out.writeStringProperty("missed", change.job().missed().name());
      if (change.paused() != null) {
        out.writeBooleanProperty("paused", change.paused());
      }
      out.writeBooleanProperty("replacePending", change.replacePending());
      SpecWriter.template(out, change.job().template());
    });
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
            name,
            Schedule.parse(view.text("schedule")),
            template(name, body, view),
            RecurringJob.Missed.valueOf(view.text("missed")));
    List<Long> next = view.texts("nextTicks").stream().map(RecurringJson::millis).toList();
    List<Long> pending =
        view.texts("pending").stream().map(id -> millis(id.substring(name.length() + 1))).toList();
    return new RecurringJob.View(
        job,
        view.whole("version"),
        view.flag("paused"),
        new RecurringJob.Ticks(
            view.momentOrZero("lastTick"), next, pending, view.whole("skippedTicks")));
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
