package io.duetime.wire;

import io.duetime.InvalidRequestException;
import io.duetime.RetryPolicy;
import io.duetime.settings.BackoffText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Reads and writes a retry rule as {@code maxAttempts} and {@code backoff}: one delay ({@code
 * 30s}), a list of delays whose last one repeats ({@code 1s,10s,1m}), or a range in which the delay
 * doubles ({@code 1s..1h}, or {@code 1s..1h*3} to triple); and {@code jitter} where it is not the
 * usual one.
 */
public final class RetryJson {
  private static final String UNLIMITED = "unlimited";

  private RetryJson() {}

  /** Writes a rule, or reads a change of one. */
  static @Nullable RetryPolicy policy(Members<RetryPolicy> m, RetryPolicy old) {
    m.write((out, retry) -> {
      if (retry != null) {
        write(out, retry);
      }
    });
    return m.isWriting() ? m.value() : read(m.fields(), old);
  }

  /** Reads a change of a rule, in which null restores a default; null when both are missing. */
  static @Nullable RetryPolicy read(Fields fields, RetryPolicy old) {
    if (!fields.has("maxAttempts") && !fields.has("backoff") && !fields.has("jitter")) {
      return null;
    }
    String text = fields.text("backoff");
    RetryPolicy base = otherwise(fields, "backoff", old);
    RetryPolicy.Builder rule =
        RetryPolicy.builder().backoff(text == null ? base.backoff() : BackoffText.parse(text));
    Double jitter = fields.decimal("jitter");
    if (jitter != null) {
      rule.jitter(jitter);
    } else if (text == null && !fields.has("jitter")) {
      rule.jitter(base.jitter());
    }
    int most = otherwise(fields, "maxAttempts", old).maxAttempts();
    return named(rule.attempts(attempts(fields, most)));
  }

  /** Callers know the backoff, not its list of delays. */
  private static RetryPolicy named(RetryPolicy.Builder rule) {
    try {
      return rule.build();
    } catch (InvalidRequestException wrong) {
      throw wrong.field().equals("delays")
          ? new InvalidRequestException("backoff", wrong.value(), wrong.allowed())
          : wrong;
    }
  }

  /** Writes a rule. */
  static void write(JsonGenerator out, RetryPolicy retry) {
    if (retry.maxAttempts() == RetryPolicy.UNLIMITED) {
      out.writeStringProperty("maxAttempts", UNLIMITED);
    } else {
      out.writeNumberProperty("maxAttempts", retry.maxAttempts());
    }
    out.writeStringProperty("backoff", BackoffText.write(retry.backoff()));
    if (retry.jitter() != usual(retry).jitter()) {
      out.writeNumberProperty("jitter", retry.jitter());
    }
  }

  /** The rule with the jitter that it has by default. */
  private static RetryPolicy usual(RetryPolicy retry) {
    return RetryPolicy.builder().attempts(retry.maxAttempts()).backoff(retry.backoff()).build();
  }

  private static RetryPolicy otherwise(Fields fields, String name, RetryPolicy old) {
    return fields.isNull(name) ? RetryPolicy.DEFAULT : old;
  }

  private static int attempts(Fields fields, int otherwise) {
    return fields.isText("maxAttempts", UNLIMITED)
        ? RetryPolicy.UNLIMITED
        : fields.count("maxAttempts", otherwise, 1_000_000);
  }
}
