package io.duetime.server.json;

import io.duetime.JobPage;
import io.duetime.JobState;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes jobs: found, listed, claimed. */
public final class JobShape {
  private JobShape() {}

  /** A job in its current state. */
  public static JsonShape of(String queue, JobView job, PayloadForm form) {
    return out -> {
      out.writeStartObject();
      begin(out, queue, job.id(), job.state());
      form.write(out, job.body());
      times(out, job.times(), job.traits().priority());
      texts(out, "tags", job.traits().tags());
      form.writeHeaders(out, job.body());
      attempts(out, job.traits().attempt(), job.traits().maxAttempts(), job.traits().fence());
      mayHaveArrived(out, job.traits().mayHaveArrived());
      lease(out, job.lease());
      end(out, job.end(), form);
      history(out, job.history(), form);
      if (job.successorDueAtMillis() != null) {
        JsonShape.moment(out, "successorDueAt", job.successorDueAtMillis());
      }
      out.writeEndObject();
    };
  }

  /** A page of jobs: {@code {"jobs":[…],"cursor":…}}. */
  public static JsonShape page(String queue, JobPage<JobView> page, PayloadForm form) {
    return out -> {
      out.writeStartObject();
      out.writeName("jobs");
      JsonShape.array(page.jobs().stream().map(job -> of(queue, job, form)).toList()).write(out);
      JsonShape.text(out, "cursor", page.cursor());
      out.writeEndObject();
    };
  }

  /** The bytes of the payloads of a page. */
  public static long bytes(JobPage<JobView> page) {
    return page.jobs().stream().mapToLong(job -> job.body().payload().length).sum();
  }

  /** The bytes of the payloads of a claim. */
  public static long bytes(ClaimResult result) {
    return result.jobs().stream().mapToLong(job -> job.body().payload().length).sum();
  }

  /** The answer to a claim: {@code {"now":…,"next":…,"jobs":[…]}}. */
  public static JsonShape claim(ClaimResult result, PayloadForm form) {
    return out -> {
      out.writeStartObject();
      JsonShape.moment(out, "now", result.nowMillis());
      JsonShape.moment(out, "next", result.comeBackAtMillis());
      if (result.claimNumber() != 0) {
        out.writeNumberProperty("claimNumber", result.claimNumber());
      }
      out.writeName("jobs");
      JsonShape.array(result.jobs().stream().map(job -> claimed(job, form)).toList()).write(out);
      out.writeEndObject();
    };
  }

  private static JsonShape claimed(ClaimedJob job, PayloadForm form) {
    return out -> {
      out.writeStartObject();
      begin(out, job.lease().queue(), job.lease().id(), JobState.RUNNING);
      form.write(out, job.body());
      times(out, job.times(), job.priority());
      form.writeHeaders(out, job.body());
      attempts(out, job.run().attempt(), job.run().maxAttempts(), job.lease().fence());
      mayHaveArrived(out, job.run().mayHaveArrived());
      out.writeStringProperty("lease", job.lease().encode());
      JsonShape.moment(out, "leaseUntil", job.run().leaseUntilMillis());
      out.writeEndObject();
    };
  }

  private static void begin(JsonGenerator out, String queue, String id, JobState state) {
    out.writeStringProperty("queue", queue);
    out.writeStringProperty("id", id);
    out.writeStringProperty("state", state.name());
  }

  private static void times(JsonGenerator out, ClaimedJob.Times times, long priority) {
    JsonShape.moment(out, "dueAt", times.dueAt());
    JsonShape.moment(out, "firstDueAt", times.firstDueAt());
    JsonShape.moment(out, "scheduledAt", times.scheduledAt());
    out.writeNumberProperty("priority", priority);
  }

  private static void attempts(JsonGenerator out, int attempt, int maxAttempts, long fence) {
    out.writeNumberProperty("attempt", attempt);
    if (maxAttempts == Integer.MAX_VALUE) {
      out.writeNullProperty("maxAttempts");
    } else {
      out.writeNumberProperty("maxAttempts", maxAttempts);
    }
    out.writeNumberProperty("fence", fence);
  }

  private static void mayHaveArrived(JsonGenerator out, boolean mayHave) {
    if (mayHave) {
      out.writeBooleanProperty("mayHaveArrived", true);
    }
  }

  private static void texts(JsonGenerator out, String name, List<String> texts) {
    out.writeName(name);
    out.writeStartArray();
    texts.forEach(out::writeString);
    out.writeEndArray();
  }

  private static void lease(JsonGenerator out, JobView.@Nullable LeaseView lease) {
    if (lease != null) {
      out.writeStringProperty("consumer", lease.consumer());
      JsonShape.moment(out, "leasedAt", lease.sinceMillis());
      JsonShape.moment(out, "leaseUntil", lease.untilMillis());
      out.writeBooleanProperty("cancelRequested", lease.cancelRequested());
    }
  }

  private static void end(JsonGenerator out, JobView.@Nullable End end, PayloadForm form) {
    if (end != null) {
      JsonShape.moment(out, "endedAt", end.atMillis());
      out.writeStringProperty("reason", end.reason());
      form.writeError(out, "message", end.message());
    }
  }

  private static void history(JsonGenerator out, List<AttemptRecord> history, PayloadForm form) {
    out.writeName("history");
    out.writeStartArray();
    for (AttemptRecord attempt : history) {
      out.writeStartObject();
      out.writeNumberProperty("attempt", attempt.attempt());
      JsonShape.moment(out, "startedAt", attempt.startedAtMillis());
      JsonShape.moment(out, "endedAt", attempt.endedAtMillis());
      out.writeStringProperty("outcome", attempt.outcome().name());
      form.writeError(out, "error", attempt.error());
      out.writeStringProperty("fingerprint", attempt.fingerprint());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
