package io.duetime.webhook;

import io.duetime.handover.PublishFailure;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;

/** An answer: its status, and the beginning of its body for the reason. */
final class WebhookAnswer {
  private static final int READ_BYTES = 4 << 10;
  private static final int SHOWN = 500;

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

  PublishFailure failure(WebhookAnswers answers) {
    int status = head.statusCode();
    return answers.failure(status, head.getHeader(HttpHeaders.RETRY_AFTER), reason(status));
  }

  /** Where it is from, and its status. */
  String text() {
    return url + " answered " + head.statusCode();
  }

  private String reason(int status) {
    String location = head.getHeader(HttpHeaders.LOCATION);
    String answered = text();
    if (status / 100 == 3 && location != null) {
      return answered
          + "; redirects are not followed: Location "
          + WebhookAnswers.shownLocation(location);
    }
    String words = body.toString().replaceAll("\\p{Cntrl}+", " ").strip();
    return words.isEmpty()
        ? answered
        : answered + ": " + words.substring(0, Math.min(SHOWN, words.length()));
  }
}
