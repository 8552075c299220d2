package io.duetime.server.transfer;

import io.duetime.Expiry;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryPolicy;
import io.duetime.internal.kernel.job.JobHead.Terms;
import io.duetime.server.json.Fields;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Reads and writes tags, retry rule, expiry and retention of a job. */
final class TermsForm {
  static final List<String> FIELDS =
      List.of("tags", "retry", "expiresAt", "expiresAfter", "onExpiry", "retention");

  private static final long QUEUES_RETENTION = -1;

  private TermsForm() {}

  static void write(JsonGenerator out, Terms terms) {
    writeTags(out, terms.tags());
    out.writeStringProperty("retry", terms.retry().toString());
    writeExpiry(out, terms.expiry());
    if (terms.retentionMillis() != QUEUES_RETENTION) {
      out.writeNumberProperty("retention", terms.retentionMillis());
    }
  }

  static Terms read(Fields fields) {
    RetryPolicy retry = RetryPolicy.parse(new Needed(fields).text("retry"));
    Duration retention = readRetention(fields);
    return new Terms(
        readTags(fields),
        retry,
        readExpiry(fields),
        retention == null ? QUEUES_RETENTION : retention.toMillis());
  }

  static void writeTags(JsonGenerator out, List<String> tags) {
    if (!tags.isEmpty()) {
      out.writeName("tags");
      out.writeStartArray();
      tags.forEach(out::writeString);
      out.writeEndArray();
    }
  }

  static List<String> readTags(Fields fields) {
    List<String> tags = fields.texts("tags");
    if (!tags.isEmpty()) {
      Limits.tags(tags);
    }
    return List.copyOf(new TreeSet<>(tags));
  }

  static void writeExpiry(JsonGenerator out, @Nullable Expiry expiry) {
    if (expiry instanceof Expiry.At at) {
      out.writeStringProperty("expiresAt", at.instant().toString());
    } else if (expiry instanceof Expiry.After after) {
      out.writeNumberProperty("expiresAfter", after.duration().toMillis());
    }
    if (expiry != null) {
      out.writeStringProperty("onExpiry", expiry.action().name());
    }
  }

  static @Nullable Expiry readExpiry(Fields fields) {
    String at = fields.text("expiresAt");
    Long after = fields.whole("expiresAfter");
    if (at == null && after == null) {
      return null;
    }
    if (at != null && after != null) {
      throw new InvalidRequestException("expiresAt", at, "only without expiresAfter");
    }
    Expiry.Action action = new Needed(fields).oneOf("onExpiry", Expiry.Action.class);
    return at == null
        ? new Expiry.After(Duration.ofMillis(new Needed(fields).whole("expiresAfter")), action)
        : new Expiry.At(instant(at), action);
  }

  // Exact to the nanosecond, as requests over HTTP are rounded.
  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException malformed) {
      throw new InvalidRequestException("expiresAt", text, "ISO-8601 in UTC");
    }
  }

  static @Nullable Duration readRetention(Fields fields) {
    return fields.whole("retention") == null
        ? null
        : Duration.ofMillis(new Needed(fields).upTo("retention", Limits.MAX_AHEAD.toMillis()));
  }
}
