package io.duetime.runtime.work;

import io.duetime.JobFailed;
import io.duetime.SettleRequest;
import io.duetime.SettleRequest.Verb;
import io.duetime.runtime.call.ErrorText;
import io.duetime.text.DurationText;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a handler means for its job.
 *
 * @param request how the job is settled
 * @param reason the reason of the failure, or the message of a done job
 * @param cause the exception, or null if the handler returned
 */
record RunOutcome(SettleRequest request, String reason, @Nullable Throwable cause) {
  /** Returns the outcome of a handler that returned, with a message to keep. */
  static RunOutcome done(String message) {
    SettleRequest ack = message.isEmpty() ? SettleRequest.ack() : new SettleRequest.Ack(message);
    return new RunOutcome(ack, message, null);
  }

  /** Returns the outcome of an exception. */
  static RunOutcome of(Throwable thrown) {
    String reason = ErrorText.of(thrown);
    SettleRequest request = SettleRequest.retry(reason);
    if (thrown instanceof JobFailed failed) {
      request = failed.request().because(reason);
    } else if (thrown instanceof StoppedRun stopped) {
      request = stopped.hasBegun() ? request.unconfirmed() : SettleRequest.release();
    }
    return new RunOutcome(request, reason, thrown);
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
        outcome.request.verb() == Verb.RELEASE
            || thrown instanceof StoppedRun
            || outcome.request.isUnconfirmed();
    if (isKnown) {
      return outcome;
    }
    String reason = "interrupted by the close of its worker";
    return new RunOutcome(new SettleRequest.Release(null, reason), reason, thrown);
  }

  /** Returns the outcome of a payload that the codec cannot decode. */
  static RunOutcome undecodable(Throwable thrown) {
    String reason = "the payload cannot be decoded: " + ErrorText.of(thrown);
    return new RunOutcome(SettleRequest.bury(reason), reason, thrown);
  }
}
