package io.duetime.webhook;

import io.duetime.handover.PublishFailure;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells what the answers of endpoints mean for a message. */
final class WebhookAnswers {
  private static final int GONE = 410;
  private static final int TOO_LARGE = 413;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private final InstantSource clock;
  private final Duration maxPause;

  /** Tells the time by a clock, and shortens pauses. */
  WebhookAnswers(InstantSource clock, Duration maxPause) {
    this.clock = clock;
    this.maxPause = maxPause;
  }

  /**
   * An answer other than 2xx.
   *
   * @param status the status
   * @param retryAfter the header of this name
   * @param reason the answer in words
   */
  PublishFailure failure(int status, @Nullable String retryAfter, String reason) {
    return switch (status) {
      case GONE, TOO_LARGE -> PublishFailure.impossible(reason);
      case TOO_MANY_REQUESTS, UNAVAILABLE ->
          pause(retryAfter)
              .map(pause -> PublishFailure.busy(pause, reason))
              .orElse(PublishFailure.failing(reason));
      // An endpoint that failed, or a proxy in front of it, may have done some of the work.
      default ->
          status >= 500 ? PublishFailure.unconfirmed(reason) : PublishFailure.refused(reason);
    };
  }

  private Optional<Duration> pause(@Nullable String retryAfter) {
    if (retryAfter == null) {
      return Optional.empty();
    }
    String text = retryAfter.strip();
    if (text.matches("[0-9]+")) {
      return bounded(text.length() < 10 ? Duration.ofSeconds(Long.parseLong(text)) : maxPause);
    }
    try {
      ZonedDateTime until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
      return bounded(Duration.between(clock.instant(), until));
    } catch (DateTimeException malformed) {
      return Optional.empty();
    }
  }

  private Optional<Duration> bounded(Duration pause) {
    return Optional.of(pause.compareTo(maxPause) > 0 ? maxPause : pause)
        .filter(length -> !length.isNegative() && !length.isZero());
  }

  /** A Location as it appears in a reason: without user, password and query. */
  static String shownLocation(String location) {
    return location.replaceAll("//[^/?#]*@", "//").replaceAll("[?#].*", "");
  }
}
