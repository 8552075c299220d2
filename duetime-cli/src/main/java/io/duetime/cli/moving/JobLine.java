package io.duetime.cli.moving;

import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.server.json.JsonShape;
import io.duetime.server.moving.MoveTarget.Answer;
import io.duetime.server.moving.MoveTarget.Outcome;
import java.util.Base64;
import tools.jackson.core.JsonGenerator;

/** A job as a line for a server, and what the outcomes of a server or store mean for it. */
final class JobLine {
  private JobLine() {}

  /** Writes a job as a line, whose payload keeps every byte. */
  static byte[] of(JobSpec job) {
    JsonShape shape =
        out -> {
          out.writeStartObject();
          out.writeStringProperty("id", job.id());
          due(out, job.due());
          out.writeStringProperty("onConflict", job.onConflict().rule().name());
          out.writeNumberProperty("nonce", job.nonce());
          traits(out, job);
          String payload = Base64.getEncoder().encodeToString(job.body().payload());
          out.writeStringProperty("payloadBase64", payload);
          out.writeEndObject();
        };
    return shape.bytes();
  }

  private static void due(JsonGenerator out, DueTime due) {
    if (due instanceof DueTime.After after) {
      out.writeStringProperty("delay", after.delayMillis() + "ms");
    } else {
      JsonShape.moment(out, "dueAt", due.resolve(0));
    }
  }

  private static void traits(JsonGenerator out, JobSpec job) {
    if (job.body().contentType() != null) {
      out.writeStringProperty("contentType", job.body().contentType());
    }
    if (job.priority() != null) {
      out.writeNumberProperty("priority", job.priority().longValue());
    }
    if (job.retention() != null) {
      out.writeStringProperty("retention", job.retention().toString());
    }
    if (job.retry() != null && job.retry().maxAttempts() == RetryPolicy.UNLIMITED) {
      out.writeStringProperty("maxAttempts", "unlimited");
    } else if (job.retry() != null) {
      out.writeNumberProperty("maxAttempts", job.retry().maxAttempts());
    }
    out.writeName("headers");
    out.writeStartObject();
    job.body().headers().forEach(out::writeStringProperty);
    out.writeEndObject();
  }

  /** What the outcome of a job that was not refused means. */
  static Answer answer(String outcome) {
    boolean isKept = outcome.startsWith("KEPT");
    return new Answer(isKept ? Outcome.PRESENT : Outcome.STORED, "");
  }
}
