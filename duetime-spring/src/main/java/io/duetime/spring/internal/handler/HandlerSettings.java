package io.duetime.spring.internal.handler;

import io.duetime.InvalidRequestException;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.WorkerSettings;
import io.duetime.internal.settings.BackoffText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How the jobs of a queue are run; null where nothing is said. */
public record HandlerSettings(
    @Nullable Boolean autoStartup,
    @Nullable Integer concurrency,
    @Nullable Duration lease,
    @Nullable Duration maxRunTime,
    @Nullable String maxAttempts,
    @Nullable String backoff,
    @Nullable String deadCopyTo) {
  /** Says nothing. */
  public static final HandlerSettings NONE =
      new HandlerSettings(null, null, null, null, null, null, null);

  private static final String UNLIMITED = "unlimited";

  /** Returns these settings, with another's where these say nothing. */
  public HandlerSettings or(HandlerSettings other) {
    return new HandlerSettings(
        autoStartup != null ? autoStartup : other.autoStartup,
        concurrency != null ? concurrency : other.concurrency,
        lease != null ? lease : other.lease,
        maxRunTime != null ? maxRunTime : other.maxRunTime,
        maxAttempts != null ? maxAttempts : other.maxAttempts,
        backoff != null ? backoff : other.backoff,
        deadCopyTo != null ? deadCopyTo : other.deadCopyTo);
  }

  boolean startsWithApplication() {
    return autoStartup == null || autoStartup;
  }

  void applyTo(WorkerSettings.Builder worker) {
    if (concurrency != null) {
      worker.concurrency(concurrency);
    }
    if (lease != null) {
      worker.lease(lease);
    }
    if (maxRunTime != null) {
      worker.maxRunTime(maxRunTime);
    }
  }

  /** Returns the settings of the queue with these applied, which may be equal. */
  QueueSettings appliedTo(QueueSettings queue) {
    QueueSettings.Builder changed = queue.toBuilder();
    if (maxAttempts != null || backoff != null) {
      changed.defaultRetry(retry(queue.defaultRetry()));
    }
    if (deadCopyTo != null) {
      changed.deadCopyTo(deadCopyTo);
    }
    return changed.build();
  }

  private RetryPolicy retry(RetryPolicy old) {
    // A backoff of its own has the jitter that is usual for it.
    RetryPolicy.Builder policy =
        backoff == null
            ? old.toBuilder()
            : RetryPolicy.builder().backoff(BackoffText.parse(backoff)).attempts(old.maxAttempts());
    if (UNLIMITED.equals(maxAttempts)) {
      policy.unlimitedAttempts();
    } else if (maxAttempts != null) {
      policy.attempts(number(maxAttempts));
    }
    return policy.build();
  }

  private static int number(String attempts) {
    try {
      return Integer.parseInt(attempts);
    } catch (NumberFormatException notOne) {
      throw new InvalidRequestException("maxAttempts", attempts, "1 to 1000000 or unlimited");
    }
  }
}
