package io.duetime.handover;

import io.duetime.JobFailed;
import io.duetime.JobInfo;
import io.duetime.async.Stages;
import io.duetime.runtime.call.ErrorText;
import io.duetime.runtime.work.DoneMessage;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells the breaker about answers of the receiver, and translates failures for a worker. */
final class PublishAnswers {
  /** The end of the reason of an attempt whose message may have arrived. */
  static final String MAY_HAVE_ARRIVED = "; the message may have arrived";

  private final CircuitBreaker breaker;
  private final CircuitBreaker destination;

  PublishAnswers(HandOver.Builder plan) {
    this.breaker = plan.breaker;
    this.destination = plan.destination;
  }

  /** Publishes, and turns what the publisher throws into a failed stage. */
  static CompletionStage<?> of(Publisher publisher, JobInfo<byte[]> job) {
    return answer(() -> publisher.publish(job));
  }

  /** Looks a destination up, and turns what the publisher throws into a failed stage. */
  static CompletionStage<?> lookUp(Publisher publisher) {
    return answer(publisher::lookUp);
  }

  private static CompletionStage<?> answer(Supplier<CompletionStage<?>> call) {
    try {
      return Objects.requireNonNull(call.get(), "the publisher returned null");
    } catch (RuntimeException | Error failure) {
      return CompletableFuture.failedStage(failure);
    }
  }

  /** Takes what a publisher completed with, and returns what is kept with the done job. */
  DoneMessage confirmed(@Nullable Object where) {
    breaker.confirmed();
    destination.confirmed();
    return new DoneMessage(where instanceof String text ? text : "");
  }

  /** Returns the exception that makes a worker treat the job as the failure says. */
  Throwable outcome(JobInfo<byte[]> job, Throwable failure) {
    Throwable cause = Stages.cause(failure);
    if (cause instanceof JobFailed decided) {
      return decided;
    }
    if (!(cause instanceof PublishFailure known)) {
      return retry(cause, job.mayHaveArrived());
    }
    if (!note(known)) {
      JobFailed released = JobFailed.notBegun(reason(known, false));
      return mayHaveArrived(known) ? released.unconfirmed() : released;
    }
    return switch (known.kind()) {
      case NOT_SENT -> JobFailed.notBegun(known.reason());
      case UNCONFIRMED, REFUSED -> retry(known, job.mayHaveArrived());
      case IMPOSSIBLE -> JobFailed.permanently(reason(known, job.mayHaveArrived()));
    };
  }

  /**
   * Returns the exception that makes a worker retry the job.
   *
   * @param earlier whether an earlier message may have arrived
   */
  static JobFailed retry(Throwable failure, boolean earlier) {
    String reason = reason(failure, earlier);
    JobFailed retry =
        failure instanceof PublishFailure known && known.pause().isPresent()
            ? JobFailed.retryAfter(known.pause().get(), reason)
            : JobFailed.retry(reason);
    return mayHaveArrived(failure) ? retry.unconfirmed() : retry;
  }

  /** Whether the destination was reached, and refused the message itself. */
  private static boolean isAnswerToMessage(PublishFailure failure) {
    return !failure.isOfTarget()
        && (failure.kind() == PublishFailure.Kind.REFUSED
            || failure.kind() == PublishFailure.Kind.IMPOSSIBLE);
  }

  /** Whether the message may have arrived. Nothing is known after an exception of other code. */
  static boolean mayHaveArrived(Throwable failure) {
    return !(failure instanceof PublishFailure known)
        || known.kind() == PublishFailure.Kind.UNCONFIRMED;
  }

  /** The reason that is kept with the job. */
  static String reason(Throwable failure, boolean earlier) {
    String reason =
        failure instanceof PublishFailure known ? known.reason() : ErrorText.of(failure);
    if (mayHaveArrived(failure)) {
      return reason + MAY_HAVE_ARRIVED;
    }
    return earlier ? reason + "; an earlier message may have arrived" : reason;
  }

  /**
   * Tells the breakers what a failure says about the target and the destination. Returns whether it
   * counts as an attempt: one message is enough to learn that a destination is missing.
   */
  boolean note(PublishFailure failure) {
    if (failure.pause().isPresent()) {
      Duration pause = failure.pause().get();
      breaker.pause(pause, failure.reason());
    } else if (failure.isOfTarget()) {
      breaker.failed(failure.reason());
    } else if (failure.kind() != PublishFailure.Kind.NOT_SENT) {
      breaker.answered();
    }
    if (!failure.isOfDestination()) {
      if (isAnswerToMessage(failure)) {
        destination.answered();
      }
      return true;
    }
    boolean isFirst = destination.refused(failure.reason());
    return isFirst && failure.kind() == PublishFailure.Kind.REFUSED;
  }
}
