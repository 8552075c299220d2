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

/** What the end of a handler means for its job. */
sealed interface RunOutcome {
  /** Returns the settlement for the store. */
  Settlement settlement(LeaseToken lease);

  /** The reason of the failure; empty if the job is done. */
  String reason();

  /** The exception, or null if the job is done. */
  @Nullable Throwable cause();

  /** The handler returned; the message is kept with the done job. */
  record Done(String message) implements RunOutcome {
    @Override
    public @Nullable Throwable cause() {
      return null;
    }

    @Override
    public String reason() {
      return "";
    }

    @Override
    public Settlement settlement(LeaseToken lease) {
      return new Settlement.Ack(lease, message);
    }
  }

  /** The handler threw. The retry policy sets the delay unless the handler named one. */
  record Failed(Throwable cause, @Nullable Duration delay) implements RunOutcome {
    @Override
    public String reason() {
      return ErrorText.of(cause);
    }

    @Override
    public Settlement settlement(LeaseToken lease) {
      Long delayMillis = delay == null ? null : Limits.delayMillis(delay);
      Settlement.Retry retry = new Settlement.Retry(lease, delayMillis, null, reason());
      return isUnconfirmed(cause) ? retry.unconfirmed() : retry;
    }
  }

  /** The job can never succeed. */
  record Hopeless(String reason, Throwable cause) implements RunOutcome {
    @Override
    public Settlement settlement(LeaseToken lease) {
      Settlement.Bury bury = new Settlement.Bury(lease, null, reason);
      return isUnconfirmed(cause) ? bury.unconfirmed() : bury;
    }
  }

  /** The handler could not begin. Without a delay the job keeps its due time. */
  record Released(Throwable cause, @Nullable Duration delay) implements RunOutcome {
    @Override
    public String reason() {
      return ErrorText.of(cause);
    }

    @Override
    public Settlement settlement(LeaseToken lease) {
      Settlement.Release release =
          new Settlement.Release(lease, delay == null ? null : Limits.delayMillis(delay));
      return isUnconfirmed(cause) ? release.unconfirmed() : release;
    }
  }

  /** The worker closed and interrupted the handler. */
  record Interrupted(Throwable cause) implements RunOutcome {
    @Override
    public String reason() {
      return "interrupted by the close of its worker";
    }

    @Override
    public Settlement settlement(LeaseToken lease) {
      return new Settlement.Release(lease, null, reason());
    }
  }

  private static boolean isUnconfirmed(Throwable thrown) {
    return (thrown instanceof JobFailed failed && failed.isUnconfirmed())
        || (thrown instanceof StoppedRun stopped && stopped.hasBegun());
  }

  /** Returns the outcome of an exception. */
  static RunOutcome of(Throwable thrown) {
    if (thrown instanceof JobFailed failed) {
      if (failed.isReleased()) {
        return new Released(failed, failed.delay().orElse(null));
      }
      return failed.isPermanent()
          ? new Hopeless(ErrorText.of(failed), failed)
          : new Failed(failed, failed.delay().orElse(null));
    }
    return thrown instanceof StoppedRun stopped && !stopped.hasBegun()
        ? new Released(thrown, null)
        : new Failed(thrown, null);
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
    return new Failed(named, null);
  }

  /** Returns the outcome of an exception after the close of the worker interrupted the handler. */
  static RunOutcome interrupted(Throwable thrown) {
    RunOutcome outcome = of(thrown);
    return outcome instanceof Released || thrown instanceof StoppedRun || isUnconfirmed(thrown)
        ? outcome
        : new Interrupted(thrown);
  }

  /** Returns the outcome of a payload that the codec cannot decode. */
  static RunOutcome undecodable(Throwable thrown) {
    return new Hopeless("the payload cannot be decoded: " + ErrorText.of(thrown), thrown);
  }
}
