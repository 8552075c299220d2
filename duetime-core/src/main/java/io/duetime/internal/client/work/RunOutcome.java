package io.duetime.internal.client.work;

import io.duetime.JobFailed;
import io.duetime.Limits;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.internal.text.DurationText;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What a handler's end means for its job. */
sealed interface RunOutcome {
  /** How to tell the store. */
  Settlement settlement(LeaseToken lease);

  /** Why it is not done; empty when it is. */
  String reason();

  /** What was thrown, or null when it is done. */
  @Nullable Throwable cause();

  /** It returned. */
  record Done() implements RunOutcome {
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
      return new Settlement.Ack(lease);
    }
  }

  /** It threw; the delay is the rule's unless the handler named one. */
  record Failed(Throwable cause, @Nullable Duration delay) implements RunOutcome {
    @Override
    public String reason() {
      return Reason.of(cause);
    }

    @Override
    public Settlement settlement(LeaseToken lease) {
      Long delayMillis = delay == null ? null : Limits.delayMillis(delay);
      return new Settlement.Retry(lease, delayMillis, null, reason());
    }
  }

  /** It can never succeed. */
  record Hopeless(String reason, Throwable cause) implements RunOutcome {
    @Override
    public Settlement settlement(LeaseToken lease) {
      return new Settlement.Bury(lease, null, reason);
    }
  }

  /** What a handler's exception means. */
  static RunOutcome of(Throwable thrown) {
    if (thrown instanceof JobFailed failed) {
      return failed
          .delay()
          .<RunOutcome>map(delay -> new Failed(failed, delay))
          .orElseGet(() -> new Hopeless(Reason.of(failed), failed));
    }
    return new Failed(thrown, null);
  }

  /** What a handler's exception means after it was interrupted for having run too long. */
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

  /** A payload that its codec refuses. */
  static RunOutcome undecodable(Throwable thrown) {
    return new Hopeless("the payload cannot be decoded: " + Reason.of(thrown), thrown);
  }
}
