package io.duetime;

import io.duetime.text.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes and parses the text form of a retry policy: {@code docs/formats/retry-policy.md}. */
final class RetryPolicyText {
  private static final String FORM =
      "version 1, such as 1;a=20;e=1000,200,3600000;j=200 or 1;a=4;d=1000,5000,60000";
  private static final Pattern VERSION_1 =
      Pattern.compile(
          "1;a=(?<attempts>\\d{1,7}|\\*)"
              + ";(?:d=(?<delays>\\d{1,11}(?:,\\d{1,11}){0,99})"
              + "|e=(?<initial>\\d{1,11}),(?<factor>\\d{1,5}),(?<max>\\d{1,11}))"
              + "(?:;j=(?<jitter>\\d{1,4}))?");

  private RetryPolicyText() {}

  static String write(RetryPolicy policy) {
    int attempts = policy.maxAttempts();
    int jitter = policy.jitterThousandths();
    return "1;a="
        + (attempts == RetryPolicy.UNLIMITED ? "*" : attempts)
        + ";"
        + write(policy.backoff())
        + (jitter == 0 ? "" : ";j=" + jitter);
  }

  private static String write(Backoff backoff) {
    if (backoff instanceof Backoff.Exponential growing) {
      return "e="
          + growing.initial().toMillis()
          + ","
          + growing.factorHundredths()
          + ","
          + growing.max().toMillis();
    }
    return ((Backoff.Delays) backoff)
        .delays().stream()
            .map(delay -> String.valueOf(delay.toMillis()))
            .collect(Collectors.joining(",", "d=", ""));
  }

  /**
   * Describes a policy for readers, such as {@code 20 attempts (1s times 2 up to 1h, 20% jitter)}.
   */
  static String readable(RetryPolicy policy) {
    String attempts = attempts(policy.maxAttempts());
    if (policy.maxAttempts() == 1) {
      return attempts;
    }
    BigDecimal percent = BigDecimal.valueOf(policy.jitterThousandths(), 1);
    String jitter = percent.signum() == 0 ? "" : ", " + plain(percent) + "% jitter";
    return attempts + " (" + waits(policy.backoff()) + jitter + ")";
  }

  private static String attempts(int attempts) {
    return switch (attempts) {
      case RetryPolicy.UNLIMITED -> "unlimited attempts";
      case 1 -> "1 attempt";
      default -> attempts + " attempts";
    };
  }

  private static String waits(Backoff backoff) {
    if (backoff instanceof Backoff.Exponential growing) {
      return DurationText.exact(growing.initial())
          + " times "
          + plain(BigDecimal.valueOf(growing.factorHundredths(), 2))
          + " up to "
          + DurationText.exact(growing.max());
    }
    return ((Backoff.Delays) backoff)
        .delays().stream().map(DurationText::exact).collect(Collectors.joining(" ", "", " apart"));
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  static RetryPolicy parse(String text) {
    if (text == null) {
      throw new InvalidRequestException("retry policy", null, FORM);
    }
    Matcher parts = VERSION_1.matcher(text);
    if (!parts.matches()) {
      throw new InvalidRequestException("retry policy", text, FORM);
    }
    String attempts = parts.group("attempts");
    String jitter = parts.group("jitter");
    return new RetryPolicy(
        attempts.equals("*") ? RetryPolicy.UNLIMITED : Integer.parseInt(attempts),
        backoff(parts),
        jitter == null ? 0 : Integer.parseInt(jitter) / 1_000.0);
  }

  private static Backoff backoff(Matcher parts) {
    String delays = parts.group("delays");
    if (delays != null) {
      List<Duration> each =
          Arrays.stream(delays.split(",", -1)).map(RetryPolicyText::millis).toList();
      return new Backoff.Delays(each);
    }
    return new Backoff.Exponential(
        millis(parts.group("initial")),
        Integer.parseInt(parts.group("factor")) / 100.0,
        millis(parts.group("max")));
  }

  private static Duration millis(String digits) {
    return Duration.ofMillis(Long.parseLong(digits));
  }
}
