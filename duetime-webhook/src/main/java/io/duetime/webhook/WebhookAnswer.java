package io.duetime.webhook;

import io.duetime.handover.PublishFailure;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** An answer: its status, and the beginning of its body for the reason. */
final class WebhookAnswer {
  private static final int READ_BYTES = 4 << 10;
  private static final int SHOWN = 500;
  private static final int GONE = 410;
  private static final int TOO_LARGE = 413;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private final HttpClientResponse head;
  private final String url;
  private final Buffer body = Buffer.buffer();
  private boolean whole;
  private boolean over;

  WebhookAnswer(HttpClientResponse head, String url) {
    this.head = head;
    this.url = url;
  }

  boolean isConfirm() {
    return head.statusCode() / 100 == 2;
  }

  /** Whether the body has ended; otherwise its connection cannot be used again. */
  boolean isWhole() {
    return whole;
  }

  /** Reads the body to its end or as far as it is of use, and then runs a task once. */
  void read(Runnable then) {
    head.exceptionHandler(lost -> once(then));
    head.endHandler(end -> {
      whole = true;
      once(then);
    });
    head.handler(part -> {
      if (!over) {
        body.appendBuffer(part);
        if (body.length() > READ_BYTES) {
          once(then);
        }
      }
    });
  }

  private void once(Runnable then) {
    if (!over) {
      over = true;
      then.run();
    }
  }

  /** What an answer other than 2xx means for the message; pauses are shortened. */
  PublishFailure failure(InstantSource clock, Duration maxPause) {
    int status = head.statusCode();
    String reason = reason(status);
    return switch (status) {
      case GONE, TOO_LARGE -> PublishFailure.impossible(reason);
      case TOO_MANY_REQUESTS, UNAVAILABLE ->
          pause(clock, maxPause)
              .map(pause -> PublishFailure.busy(pause, reason))
              .orElse(PublishFailure.failing(reason));
      // An endpoint that failed, or a proxy in front of it, may have done some of the work.
      default ->
          status >= 500 ? PublishFailure.unconfirmed(reason) : PublishFailure.refused(reason);
    };
  }

  /** Where it is from, and its status. */
  String text() {
    return url + " answered " + head.statusCode();
  }

  private String reason(int status) {
    String location = head.getHeader(HttpHeaders.LOCATION);
    String answered = text();
    if (status / 100 == 3 && location != null) {
      return answered + "; redirects are not followed: Location " + shownLocation(location);
    }
    String words = body.toString().replaceAll("\\p{Cntrl}+", " ").strip();
    return words.isEmpty()
        ? answered
        : answered + ": " + words.substring(0, Math.min(SHOWN, words.length()));
  }

  private Optional<Duration> pause(InstantSource clock, Duration maxPause) {
    String retryAfter = head.getHeader(HttpHeaders.RETRY_AFTER);
    if (retryAfter == null) {
      return Optional.empty();
    }
    String text = retryAfter.strip();
    if (text.matches("[0-9]+")) {
      Duration pause = text.length() < 10 ? Duration.ofSeconds(Long.parseLong(text)) : maxPause;
      return bounded(pause, maxPause);
    }
    try {
      ZonedDateTime until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
      return bounded(Duration.between(clock.instant(), until), maxPause);
    } catch (DateTimeException malformed) {
      return Optional.empty();
    }
  }

  private static Optional<Duration> bounded(Duration pause, Duration maxPause) {
    return Optional.of(pause.compareTo(maxPause) > 0 ? maxPause : pause)
        .filter(length -> !length.isNegative() && !length.isZero());
  }

  /** A Location as it appears in a reason: without user, password and query. */
  private static String shownLocation(String location) {
    return location.replaceAll("//[^/?#]*@", "//").replaceAll("[?#].*", "");
  }
}
