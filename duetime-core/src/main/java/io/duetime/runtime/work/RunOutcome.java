package io.duetime.runtime.work;

import io.duetime.JobFailed;
import io.duetime.Limits;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.runtime.call.ErrorText;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a handler means for its job.
 *
 * @param kind how it ended
 * @param reason the reason of the failure; of a done job, the message that is kept with it
 * @param cause the exception, or null if the job is done
 * @param delay the delay that the handler named, or null
 */
record RunOutcome(Kind kind, String reason, @Nullable Throwable cause, @Nullable Duration delay) {
  /** How a handler ended. */
  enum Kind {
    /** It returned. */
    DONE,
    /** It threw. The retry policy sets the delay unless the handler named one. */
    FAILED,
    /** The job can never succeed. */
    HOPELESS,
    /** It could not begin. Without a delay the job keeps its due time. */
    RELEASED,
    /** The worker closed and interrupted it. */
    INTERRUPTED
  }

  /** Returns the settlement for the store. */
  Settlement settlement(LeaseToken lease) {
    Long delayMillis = delay == null ? null : Limits.delayMillis(delay);
    boolean unconfirmed = isUnconfirmed(cause);
    return switch (kind) {
      case DONE -> new Settlement.Ack(lease, reason);
      case FAILED -> new Settlement.Retry(lease, delayMillis, null, false, unconfirmed, reason);
      case HOPELESS -> new Settlement.Bury(lease, null, unconfirmed, reason);
      case RELEASED -> new Settlement.Release(lease, delayMillis, null, unconfirmed);
      case INTERRUPTED -> new Settlement.Release(lease, null, reason);
    };
  }

  private static boolean isUnconfirmed(@Nullable Throwable thrown) {
    return (thrown instanceof JobFailed failed && failed.isUnconfirmed())
        || (thrown instanceof StoppedRun stopped && stopped.hasBegun());
  }

  /** Returns the outcome of a handler that returned, with a message to keep. */
  static RunOutcome done(String message) {
    return new RunOutcome(Kind.DONE, message, null, null);
  }

  /** Returns the outcome of an exception. */
  static RunOutcome of(Throwable thrown) {
    String reason = ErrorText.of(thrown);
    if (thrown instanceof JobFailed failed) {
      Kind kind =
          failed.isReleased() ? Kind.RELEASED : failed.isPermanent() ? Kind.HOPELESS : Kind.FAILED;
      return new RunOutcome(kind, reason, failed, failed.delay().orElse(null));
    }
    boolean unbegun = thrown instanceof StoppedRun stopped && !stopped.hasBegun();
    return new RunOutcome(unbegun ? Kind.RELEASED : Kind.FAILED, reason, thrown, null);
  }

  /** Returns the outcome of an exception after the handler ran too long and was interrupted. */
  static RunOutcome tooLong(Duration maxRunTime, Throwable thrown) {
    if (thrown instanceof JobFailed) {
      return of(thrown);
    }
    TimeoutException named =
        new TimeoutException(
            "ran longer than maxRunTime, "
                + DurationText.exact(maxRunTime)
                + ", and was interrupted");
    named.initCause(thrown);
    named.setStackTrace(new StackTraceElement[0]);
    return of(named);
  }

  /** Returns the outcome of an exception after the close of the worker interrupted the handler. */
  static RunOutcome interrupted(Throwable thrown) {
    RunOutcome outcome = of(thrown);
    boolean isKnown =
        outcome.kind == Kind.RELEASED || thrown instanceof StoppedRun || isUnconfirmed(thrown);
    return isKnown
        ? outcome
        : new RunOutcome(Kind.INTERRUPTED, "interrupted by the close of its worker", thrown, null);
  }

  /** Returns the outcome of a payload that the codec cannot decode. */
  static RunOutcome undecodable(Throwable thrown) {
    String reason = "the payload cannot be decoded: " + ErrorText.of(thrown);
    return new RunOutcome(Kind.HOPELESS, reason, thrown, null);
  }
}
