package io.duetime.server.json;

import io.duetime.Backoff;
import io.duetime.InvalidRequestException;
import io.duetime.RetryPolicy;
import io.duetime.internal.parse.DurationReader;
import io.duetime.internal.text.DurationText;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Reads and writes a retry rule as {@code maxAttempts} and {@code backoff}: one delay ({@code
 * 30s}), a list of delays whose last one repeats ({@code 1s,10s,1m}), or a range in which the delay
 * doubles ({@code 1s..1h}, or {@code 1s..1h*3} to triple).
 */
final class RetryText {
  private static final String FORMS =
      "30s, 1s,10s,1m (the last repeats), 1s..1h (doubling) or 1s..1h*3";
  private static final String UNLIMITED = "unlimited";
  private static final Pattern RANGE =
      Pattern.compile("([^.]+)\\.\\.([^.*]+)(?:\\*([0-9]{1,3}(?:\\.[0-9]{1,2})?))?");

  private RetryText() {}

  /** Reads a rule, of which a missing part is the default; null when both are missing. */
  static @Nullable RetryPolicy read(Fields fields) {
    return read(fields, RetryPolicy.DEFAULT);
  }

  /** Reads a change of a rule, in which null restores a default; null when both are missing. */
  static @Nullable RetryPolicy read(Fields fields, RetryPolicy old) {
    String exact = fields.text("retry");
    if (!fields.has("maxAttempts") && !fields.has("backoff")) {
      return exact == null ? null : RetryPolicy.parse(exact);
    }
    if (exact != null) {
      throw new InvalidRequestException("retry", exact, "only without maxAttempts and backoff");
    }
    String backoff = fields.text("backoff");
    RetryPolicy.Builder rule =
        backoff == null
            ? otherwise(fields, "backoff", old).toBuilder()
            : RetryPolicy.builder().backoff(backoff(backoff));
    int most = otherwise(fields, "maxAttempts", old).maxAttempts();
    return rule.attempts(attempts(fields, most)).build();
  }

  static void write(JsonGenerator out, RetryPolicy retry) {
    if (retry.maxAttempts() == RetryPolicy.UNLIMITED) {
      out.writeStringProperty("maxAttempts", UNLIMITED);
    } else {
      out.writeNumberProperty("maxAttempts", retry.maxAttempts());
    }
    out.writeStringProperty("backoff", written(retry.backoff()));
    out.writeStringProperty("retry", retry.toString());
  }

  private static RetryPolicy otherwise(Fields fields, String name, RetryPolicy old) {
    return fields.isNull(name) ? RetryPolicy.DEFAULT : old;
  }

  private static int attempts(Fields fields, int otherwise) {
    if (fields.is("maxAttempts", UNLIMITED)) {
      return RetryPolicy.UNLIMITED;
    }
    return fields.count("maxAttempts", otherwise, 1_000_000);
  }

  private static Backoff backoff(String text) {
    Matcher range = RANGE.matcher(text);
    if (range.matches()) {
      String factor = range.group(3);
      return new Backoff.Exponential(
          DurationReader.parse("backoff", range.group(1)),
          factor == null ? 2 : Double.parseDouble(factor),
          DurationReader.parse("backoff", range.group(2)));
    }
    if (text.contains("..")) {
      throw new InvalidRequestException("backoff", text, FORMS);
    }
    return new Backoff.Delays(Arrays.stream(text.split(",", -1)).map(RetryText::delay).toList());
  }

  private static Duration delay(String text) {
    return DurationReader.parse("backoff", text.strip());
  }

  private static String written(Backoff backoff) {
    if (backoff instanceof Backoff.Exponential growing) {
      String range =
          DurationText.exact(growing.initial()) + ".." + DurationText.exact(growing.max());
      return growing.factor() == 2 ? range : range + "*" + shortest(growing.factor());
    }
    return ((Backoff.Delays) backoff)
        .delays().stream().map(DurationText::exact).collect(Collectors.joining(","));
  }

  private static String shortest(double factor) {
    return factor == Math.rint(factor) ? String.valueOf((long) factor) : String.valueOf(factor);
  }
}
