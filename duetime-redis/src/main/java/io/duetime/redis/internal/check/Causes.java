package io.duetime.redis.internal.check;

import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import java.util.concurrent.CompletionException;

/** Tells why a question was not answered. */
final class Causes {
  private Causes() {}

  /** What really failed. */
  static Throwable of(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Whether nobody answered; otherwise the answer was a refusal. */
  static boolean isNoAnswer(Throwable failure) {
    Throwable cause = of(failure);
    return cause instanceof RetryableException || cause instanceof OutcomeUnknownException;
  }
}
