package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.server.json.Fields;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Reads and writes a request: the template of a recurring job, or a pending copy. */
final class SpecForm {
  static final List<String> FIELDS =
      Stream.of(
              List.of("id", "dueAt", "delay", "priority", "onConflict", "maxWait", "nonce"),
              List.of("mayHaveArrived"),
              TermsForm.FIELDS,
              BodyForm.FIELDS)
          .flatMap(List::stream)
          .toList();

  private SpecForm() {}

  static void write(JsonGenerator out, JobSpec spec) {
    out.writeStartObject();
    out.writeStringProperty("id", spec.id());
    if (spec.due() instanceof DueTime.At at) {
      out.writeNumberProperty("dueAt", at.epochMillis());
    } else if (spec.due() instanceof DueTime.After after) {
      out.writeNumberProperty("delay", after.delayMillis());
    }
    if (spec.priority() != null) {
      out.writeNumberProperty("priority", spec.priority());
    }
    writeRule(out, spec);
    TermsForm.writeTags(out, spec.tags());
    if (spec.retry() != null) {
      out.writeStringProperty("retry", spec.retry().toString());
    }
    TermsForm.writeExpiry(out, spec.expiry());
    if (spec.retention() != null) {
      out.writeNumberProperty("retention", spec.retention().toMillis());
    }
    if (spec.mayHaveArrived()) {
      out.writeBooleanProperty("mayHaveArrived", true);
    }
    BodyForm.write(out, spec.body());
    out.writeEndObject();
  }

  private static void writeRule(JsonGenerator out, JobSpec spec) {
    OnConflict rule = spec.onConflict();
    out.writeStringProperty("onConflict", rule.rule().name());
    if (rule.maxWait() != null) {
      out.writeNumberProperty("maxWait", rule.maxWait().toMillis());
    }
    out.writeNumberProperty("nonce", spec.nonce());
  }

  static JobSpec read(Fields fields) {
    Needed needed = new Needed(fields);
    JobSpec.Builder spec =
        JobSpec.builder(needed.text("id"), BodyForm.read(fields), due(fields))
            .tags(TermsForm.readTags(fields))
            .expiry(TermsForm.readExpiry(fields))
            .onConflict(rule(fields))
            .nonce(needed.whole("nonce"))
            .mayHaveArrived(fields.isOn("mayHaveArrived"));
    Long priority = fields.whole("priority");
    if (priority != null) {
      spec.priority(priority);
    }
    String retry = fields.text("retry");
    if (retry != null) {
      spec.retry(RetryPolicy.parse(retry));
    }
    @Nullable Duration retention = TermsForm.readRetention(fields);
    return retention == null ? spec.build() : spec.retention(retention).build();
  }

  private static DueTime due(Fields fields) {
    Long at = fields.whole("dueAt");
    Long delay = fields.whole("delay");
    if (at != null && delay == null) {
      return DueTime.at(at);
    }
    if (delay != null && at == null) {
      return DueTime.after(delay);
    }
    throw new InvalidRequestException("dueAt", at, "either dueAt or delay");
  }

  private static OnConflict rule(Fields fields) {
    OnConflict.Rule rule = new Needed(fields).oneOf("onConflict", OnConflict.Rule.class);
    Long maxWait = fields.whole("maxWait");
    return new OnConflict(rule, maxWait == null ? null : Duration.ofMillis(maxWait));
  }
}
