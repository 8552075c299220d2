package io.duetime.client.internal.json;

import io.duetime.RetryPolicy;
import io.duetime.settings.BackoffText;
import tools.jackson.core.JsonGenerator;

/** Reads and writes retry policies. */
final class RetryJson {
  private static final String UNLIMITED = "unlimited";

  private RetryJson() {}

  static void write(JsonGenerator out, RetryPolicy retry) {
    if (retry.maxAttempts() == RetryPolicy.UNLIMITED) {
      out.writeStringProperty("maxAttempts", UNLIMITED);
    } else {
      out.writeNumberProperty("maxAttempts", retry.maxAttempts());
    }
    out.writeStringProperty("backoff", BackoffText.write(retry.backoff()));
    out.writeNumberProperty("jitter", retry.jitter());
  }

  /** Reads a policy; the jitter is missing where it is the usual one of its backoff. */
  static RetryPolicy read(JsonFields fields) {
    RetryPolicy.Builder read =
        RetryPolicy.builder().backoff(BackoffText.parse(fields.text("backoff")));
    if (fields.has("jitter")) {
      read.jitter(fields.decimal("jitter"));
    }
    return UNLIMITED.equals(fields.textOrNull("maxAttempts"))
        ? read.unlimitedAttempts().build()
        : read.attempts(fields.count("maxAttempts")).build();
  }
}
