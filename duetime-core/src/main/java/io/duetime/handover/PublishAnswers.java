package io.duetime.handover;

import io.duetime.JobFailed;
import io.duetime.JobInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Tells the breaker about answers of the receiver, and translates failures for a worker. */
final class PublishAnswers {
  private final CircuitBreaker breaker;

  PublishAnswers(CircuitBreaker breaker) {
    this.breaker = breaker;
  }

  /** Publishes, and turns what the publisher throws into a failed stage. */
  static CompletionStage<?> of(Publisher publisher, JobInfo<byte[]> job) {
    try {
      CompletionStage<?> confirm = publisher.publish(job);
      return confirm != null
          ? confirm
          : CompletableFuture.failedStage(new NullPointerException("the publisher returned null"));
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedStage(failure);
    }
  }

  void confirmed() {
    breaker.answered();
  }

  /** Returns the exception that makes a worker treat the job as the failure says. */
  Throwable outcome(Throwable failure) {
    Throwable cause = cause(failure);
    if (!(cause instanceof PublishFailure known)) {
      return retry(cause);
    }
    note(known);
    return switch (known.kind()) {
      case NOT_SENT -> JobFailed.notBegun(known.reason());
      case UNCONFIRMED, REFUSED -> retry(known);
      case IMPOSSIBLE -> JobFailed.permanently(known.reason());
    };
  }

  /** Returns the exception that makes a worker retry the job. */
  static JobFailed retry(Throwable failure) {
    if (!(failure instanceof PublishFailure known)) {
      return JobFailed.retry(reason(failure)).causedBy(failure).unconfirmed();
    }
    JobFailed retry =
        known
            .pause()
            .map(pause -> JobFailed.retryAfter(pause, reason(known)))
            .orElseGet(() -> JobFailed.retry(reason(known)));
    return mayHaveArrived(known) ? retry.unconfirmed() : retry;
  }

  /** Whether the message may have arrived. Nothing is known after an exception of other code. */
  static boolean mayHaveArrived(Throwable failure) {
    return !(failure instanceof PublishFailure known)
        || known.kind() == PublishFailure.Kind.UNCONFIRMED;
  }

  /** The reason that is kept with the job. */
  static String reason(Throwable failure) {
    String reason = failure instanceof PublishFailure known ? known.reason() : "not confirmed";
    return mayHaveArrived(failure) ? reason + "; the message may have arrived" : reason;
  }

  /** Tells the breaker what a failure says about the target. */
  void note(PublishFailure failure) {
    if (failure.pause().isPresent()) {
      Duration pause = failure.pause().get();
      breaker.pause(pause, failure.reason());
    } else if (failure.isOfTarget()) {
      breaker.failed(failure.reason());
    } else if (failure.kind() != PublishFailure.Kind.NOT_SENT) {
      breaker.answered();
    }
  }

  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
