package io.duetime;

import java.time.Duration;
import java.util.Optional;

/**
 * Thrown by a handler to decide what happens to its job, instead of its retry policy. Not an error
 * of this library: those are {@link DuetimeException}s.
 */
public final class JobFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private static final Duration NOT_BEGUN_DELAY = Duration.ofSeconds(1);

  private SettleRequest request;

  private JobFailed(String reason, SettleRequest request) {
    super(Limits.given("reason", reason));
    this.request = request;
  }

  /**
   * Settles the job in another way than its retry policy does: a request that retries, buries or
   * releases it. A handler acknowledges by returning.
   *
   * @param reason replaces the reason of the request
   */
  public static JobFailed settling(SettleRequest request, String reason) {
    SettleRequest.Verb verb = Limits.given("request", request).verb();
    if (!verb.endsLease() || verb == SettleRequest.Verb.ACK) {
      throw new InvalidRequestException(
          "request", verb, "a request that retries, buries or releases");
    }
    return new JobFailed(reason, request);
  }

  /** Buries the job with a reason: no further attempt follows. */
  public static JobFailed permanently(String reason) {
    return new JobFailed(reason, SettleRequest.bury(reason));
  }

  /**
   * Makes the next attempt due after a delay instead of the backoff of the retry policy. The job
   * dies if its attempts are used up.
   *
   * @param delay 0 to 100 years
   */
  public static JobFailed retryAfter(Duration delay, String reason) {
    return new JobFailed(reason, SettleRequest.retry(delay, reason));
  }

  /**
   * Retries the job by its retry policy, with a reason that is kept without a stack trace. The job
   * dies if its attempts are used up.
   */
  public static JobFailed retry(String reason) {
    return new JobFailed(reason, SettleRequest.retry(reason));
  }

  /**
   * Releases the job for a second. As {@link #notBegun(String, Duration)} with a delay of 1 s, so
   * that a handler without room does not keep other jobs from running.
   */
  public static JobFailed notBegun(String reason) {
    return notBegun(reason, NOT_BEGUN_DELAY);
  }

  /**
   * Releases the job until later (snooze): its attempt is refunded, and it is due after a delay.
   * For handlers that could not begin; the reason is logged only.
   *
   * @param delay 0 to 100 years
   */
  public static JobFailed notBegun(String reason, Duration delay) {
    return new JobFailed(reason, SettleRequest.release(delay));
  }

  /**
   * Says that the attempt may have had its effect, as after an answer that was lost. Later attempts
   * know it ({@link JobInfo#mayHaveArrived}).
   */
  public JobFailed unconfirmed() {
    request = request.unconfirmed();
    return this;
  }

  /** Sets the exception that caused the failure, and returns this one. */
  public JobFailed causedBy(Throwable cause) {
    initCause(Limits.given("cause", cause));
    return this;
  }

  /** How the job is settled. */
  public SettleRequest request() {
    return request;
  }

  /** The delay until the job is due again; empty if the retry policy sets it or none follows. */
  public Optional<Duration> delay() {
    return Optional.ofNullable(request.delayMillis()).map(Duration::ofMillis);
  }
}
