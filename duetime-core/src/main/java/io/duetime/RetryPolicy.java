package io.duetime;

import io.duetime.id.StableHash;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Defines how often a job is attempted and how long it waits between attempts. "3 retries" are 4
 * attempts; with one attempt a failed job is dead at once. The policy, the job's id and the attempt
 * determine each wait, so that every process computes the same. Immutable.
 *
 * @param maxAttempts 1 to 1,000,000, or {@link #UNLIMITED}
 * @param backoff how the wait grows; a list has at most as many delays as there are retries
 * @param jitter the largest share by which a wait is shortened, 0 to 1 in steps of 0.001. Jobs that
 *     failed together then do not retry together. Jitter never lengthens a wait.
 */
public record RetryPolicy(int maxAttempts, Backoff backoff, double jitter) {
  /** As {@code maxAttempts}: attempts continue until the job succeeds, expires or is cancelled. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** The default: 20 attempts, 1 s doubling to 1 h, 20 % jitter; about 8 hours in all. */
  public static final RetryPolicy DEFAULT = builder().build();

  private static final int MOST_ATTEMPTS = 1_000_000;
  private static final int JITTER_SCALE = 1_000;

  /** Checks the ranges, and that a list has no unused delay. */
  public RetryPolicy {
    if (maxAttempts != UNLIMITED) {
      limited(maxAttempts);
    }
    Limits.given("backoff", backoff);
    if (backoff instanceof Backoff.Delays list
        && list.delays().size() > Math.max(1, maxAttempts - 1)) {
      throw new InvalidRequestException(
          "delays",
          list.delays().size() + " delays",
          "no more than there are retries, which are " + (maxAttempts - 1));
    }
    jitter = inSteps("jitter", jitter, JITTER_SCALE, 0, 1);
  }

  /** One attempt: a job that fails is dead at once. */
  public static RetryPolicy none() {
    return fixed(1, Duration.ZERO);
  }

  /** A number of attempts with the same wait between them, without jitter. */
  public static RetryPolicy fixed(int attempts, Duration delay) {
    return new RetryPolicy(attempts, Backoff.fixed(delay), 0);
  }

  /** One retry after each of the delays, without jitter. There is one attempt more than delays. */
  public static RetryPolicy delays(Duration... delays) {
    Backoff.Delays each = each(delays);
    return new RetryPolicy(each.delays().size() + 1, each, 0);
  }

  /** A number of attempts with a wait that doubles up to a maximum, and 20 % jitter. */
  public static RetryPolicy exponential(int attempts, Duration initial, Duration max) {
    return builder().attempts(attempts).exponential(initial, 2, max).build();
  }

  /** Returns a builder with the values of {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Parses the text that {@link #toString} writes, of this or an older version.
   *
   * @throws InvalidRequestException if the text is not valid
   */
  public static RetryPolicy parse(String text) {
    return RetryPolicyText.parse(text);
  }

  /** Returns a builder with the values of this policy. */
  public Builder toBuilder() {
    return new Builder().attempts(maxAttempts).backoff(backoff).jitter(jitter);
  }

  /** Whether another attempt follows when this attempt (1 for the first) has failed. */
  public boolean retriesAfter(int attempt) {
    return checkedAttempt(attempt) < maxAttempts || maxAttempts == UNLIMITED;
  }

  static int checkedWaits(int waits) {
    if (waits < 0) {
      throw new InvalidRequestException("waits", waits, "0 to 2,147,483,647");
    }
    return waits;
  }

  static int checkedAttempt(int attempt) {
    return Limits.count("attempt", attempt, UNLIMITED);
  }

  /**
   * Computes the wait after a failed attempt, in milliseconds, with jitter.
   *
   * @param id the job's id
   * @param attempt the attempt that failed, 1 for the first
   */
  public long delayMillis(String id, int attempt) {
    Limits.given("id", id);
    long delay = backoff.millisAfter(attempt);
    long share = delay * jitterThousandths() / JITTER_SCALE;
    return share == 0 ? delay : delay - StableHash.jitter(id, attempt) % (share + 1);
  }

  /**
   * Computes the sum of all waits without jitter: the longest time from the first failure to the
   * last attempt, without the run times. Empty if the attempts are unlimited.
   */
  public Optional<Duration> totalDelay() {
    return maxAttempts == UNLIMITED
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(backoff.millisOver(maxAttempts - 1)));
  }

  private static Backoff.Delays each(Duration[] delays) {
    return new Backoff.Delays(Arrays.asList(Limits.given("delays", delays)));
  }

  /** The jitter in thousandths, so that all implementations compute with integers. */
  int jitterThousandths() {
    return (int) Math.round(jitter * JITTER_SCALE);
  }

  /** Returns the text that stores keep, as {@code docs/formats/retry-policy.md} defines it. */
  @Override
  public String toString() {
    return RetryPolicyText.write(this);
  }

  private static int limited(long attempts) {
    if (attempts < 1 || attempts > MOST_ATTEMPTS) {
      throw new InvalidRequestException(
          "attempts", attempts, "1 to 1000000 (0 to 999999 retries), or unlimited");
    }
    return (int) attempts;
  }

  /** Returns the decimal number that the caller meant; its binary fraction is only close to it. */
  static double inSteps(String field, double value, int scale, int min, int max) {
    double scaled = Math.rint(value * scale);
    boolean inRange = scaled >= (double) min * scale && scaled <= (double) max * scale;
    if (!inRange || Math.abs(value * scale - scaled) > 1e-6) {
      throw new InvalidRequestException(
          field, value, min + " to " + max + " in steps of " + 1.0 / scale);
    }
    return scaled / scale;
  }

  /**
   * Builds a {@link RetryPolicy}. The order of calls does not matter; of calls of the same kind the
   * last applies.
   */
  public static final class Builder {
    private static final double EXPONENTIAL_JITTER = 0.2;

    /** A value that no number of retries reaches. */
    private static final long ENDLESS = Long.MAX_VALUE;

    private long attempts = 20;
    private Backoff backoff =
        new Backoff.Exponential(Duration.ofSeconds(1), 2, Duration.ofHours(1));
    private @Nullable Double jitter;

    private Builder() {}

    /** Sets the number of attempts: 1 to 1,000,000; 20 by default. */
    public Builder attempts(int newAttempts) {
      attempts = newAttempts == UNLIMITED ? ENDLESS : newAttempts;
      return this;
    }

    /** Sets the number of retries, one less than attempts: 0 to 999,999; 19 by default. */
    public Builder retries(int retries) {
      attempts = retries + 1L;
      return this;
    }

    /** Allows attempts until the job succeeds, expires or is cancelled. */
    public Builder unlimitedAttempts() {
      return attempts(UNLIMITED);
    }

    /** Sets how the wait grows; by default 1 s doubling to 1 h. */
    public Builder backoff(Backoff newBackoff) {
      backoff = Limits.given("backoff", newBackoff);
      return this;
    }

    /** Waits the same time after every attempt: whole milliseconds from 0 to 365 days. */
    public Builder fixed(Duration delay) {
      return backoff(Backoff.fixed(delay));
    }

    /**
     * Lists the waits in order; the last one applies to all later attempts. Each is 0 to 365 days.
     */
    public Builder delays(Duration... delays) {
      return backoff(each(delays));
    }

    /**
     * Multiplies the wait after every attempt.
     *
     * @param initial the first wait, from 1 ms
     * @param factor 1 to 100 in steps of 0.01
     * @param max the longest wait, from {@code initial} to 365 days
     */
    public Builder exponential(Duration initial, double factor, Duration max) {
      return backoff(new Backoff.Exponential(initial, factor, max));
    }

    /**
     * Sets the largest share by which a wait is shortened: 0 to 1 in steps of 0.001. The default is
     * 0.2 with an exponential backoff and 0 with any other.
     */
    public Builder jitter(double newJitter) {
      jitter = newJitter;
      return this;
    }

    /**
     * Returns the policy.
     *
     * @throws InvalidRequestException if a value is out of range, or if a list has more delays than
     *     there are retries
     */
    public RetryPolicy build() {
      boolean exponential = backoff instanceof Backoff.Exponential;
      double usual = exponential ? EXPONENTIAL_JITTER : 0;
      int number = attempts == ENDLESS ? UNLIMITED : limited(attempts);
      return new RetryPolicy(number, backoff, jitter == null ? usual : jitter);
    }
  }
}
