package io.duetime.client.internal.json;

import io.duetime.Expiry;
import io.duetime.engine.JobSpec;
import io.duetime.text.DurationText;
import tools.jackson.core.JsonGenerator;

/** Writes requests to schedule jobs. */
public final class SpecWriter {
  private SpecWriter() {}

  /** Writes one job. */
  public static JsonBody of(JobSpec job) {
    return JsonBody.object(out -> {
      out.writeStringProperty("id", job.id());
      ValueJson.due(out, job.due());
      out.writeStringProperty("onConflict", job.onConflict().rule().name());
      if (job.onConflict().maxWait() != null) {
        out.writeStringProperty("maxWait", DurationText.exact(job.onConflict().maxWait()));
      }
      if (job.nonce() != 0) {
        out.writeNumberProperty("nonce", job.nonce());
      }
      template(out, job);
    });
  }

  /** Writes what the jobs of a recurring definition have in common. */
  static void template(JsonGenerator out, JobSpec job) {
    ValueJson.body(out, job.body());
    if (job.priority() != null) {
      out.writeNumberProperty("priority", job.priority());
    }
    if (!job.tags().isEmpty()) {
      JsonBody.texts(out, "tags", job.tags());
    }
    if (job.retry() != null) {
      RetryJson.write(out, job.retry());
    }
    if (job.retention() != null) {
      out.writeStringProperty("retention", DurationText.exact(job.retention()));
    }
    if (job.expiry() != null) {
      expiry(out, job.expiry());
    }
  }

  private static void expiry(JsonGenerator out, Expiry expiry) {
    if (expiry instanceof Expiry.At at) {
      out.writeStringProperty("expiresAt", at.instant().toString());
    } else if (expiry instanceof Expiry.After after) {
      out.writeStringProperty("expiresAfter", DurationText.exact(after.duration()));
    }
    out.writeStringProperty("onExpiry", expiry.action().name());
  }
}
