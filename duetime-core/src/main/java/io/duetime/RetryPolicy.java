package io.duetime;

import io.duetime.internal.hash.StableHash;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How often a job is tried and how long to wait between attempts. "3 retries" are 4 attempts; with
 * one attempt a failed job is dead at once. The wait after an attempt follows from the policy, the
 * job's id and the attempt alone, so that every process computes the same. Immutable.
 *
 * @param maxAttempts 1 to 1,000,000, or {@link #UNLIMITED}
 * @param backoff how the wait grows; of a list, no more delays than there are retries
 * @param jitter by what share of itself a wait may be shortened, so that jobs which failed together
 *     do not come back together: 0 to 1 in steps of 0.001. It never lengthens a wait.
 */
public record RetryPolicy(int maxAttempts, Backoff backoff, double jitter) {
  /** As {@code maxAttempts}: a job is tried until it succeeds, expires or is cancelled. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** 20 attempts, 1 s doubling to 1 h, 20 % jitter: about 8 hours in all. */
  public static final RetryPolicy DEFAULT = builder().build();

  private static final int MOST_ATTEMPTS = 1_000_000;
  private static final int JITTER_SCALE = 1_000;

  /** Checks the ranges, and that no delay of a list is beyond reach. */
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

  /** One attempt: a job that fails is dead. */
  public static RetryPolicy none() {
    return fixed(1, Duration.ZERO);
  }

  /** So many attempts with the same time between them, without jitter. */
  public static RetryPolicy fixed(int attempts, Duration delay) {
    return new RetryPolicy(attempts, Backoff.fixed(delay), 0);
  }

  /** One retry after each of the delays, without jitter: one attempt more than there are delays. */
  public static RetryPolicy delays(Duration... delays) {
    Backoff.Delays each = each(delays);
    return new RetryPolicy(each.delays().size() + 1, each, 0);
  }

  /** So many attempts, a time that doubles up to a longest one, and 20 % jitter. */
  public static RetryPolicy exponential(int attempts, Duration initial, Duration max) {
    return builder().attempts(attempts).exponential(initial, 2, max).build();
  }

  /** Begins with what {@link #DEFAULT} has. */
  public static Builder builder() {
    return new Builder();
  }

  /** Reads what {@link #toString} writes, of this version or an older one. */
  public static RetryPolicy parse(String text) {
    return RetryPolicyText.parse(text);
  }

  /** Begins with what this policy has. */
  public Builder toBuilder() {
    return new Builder().attempts(maxAttempts).backoff(backoff).jitter(jitter);
  }

  /** Whether a job is tried again when this attempt (1 for the first) has failed. */
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
   * How long to wait after a failed attempt, in milliseconds, jitter included.
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
   * How long all retries wait together, jitter left out: the longest time from the first failure to
   * the last attempt, not counting the attempts themselves. Empty when attempts have no end.
   */
  public Optional<Duration> totalDelay() {
    return maxAttempts == UNLIMITED
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(backoff.millisOver(maxAttempts - 1)));
  }

  /** The jitter in thousandths, with which all implementations calculate. */
  private static Backoff.Delays each(Duration[] delays) {
    return new Backoff.Delays(Arrays.asList(Limits.given("delays", delays)));
  }

  int jitterThousandths() {
    return (int) Math.round(jitter * JITTER_SCALE);
  }

  /** The text that stores keep, as {@code docs/formats/retry-policy.md} defines it. */
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

  /** Answers the decimal number a value stands for; binary fractions are near it, not equal. */
  static double inSteps(String field, double value, int scale, int min, int max) {
    double scaled = Math.rint(value * scale);
    boolean inRange = scaled >= (double) min * scale && scaled <= (double) max * scale;
    if (!inRange || Math.abs(value * scale - scaled) > 1e-6) {
      throw new InvalidRequestException(
          field, value, min + " to " + max + " in steps of " + 1.0 / scale);
    }
    return scaled / scale;
  }

  /** Sets up a policy; the order of the calls does not matter, the last of a kind counts. */
  public static final class Builder {
    private static final double EXPONENTIAL_JITTER = 0.2;

    /** No number of retries comes to this one. */
    private static final long ENDLESS = Long.MAX_VALUE;

    private long attempts = 20;
    private Backoff backoff =
        new Backoff.Exponential(Duration.ofSeconds(1), 2, Duration.ofHours(1));
    private @Nullable Double jitter;

    private Builder() {}

    /** How often a job is tried: 1 to 1,000,000. Default 20. */
    public Builder attempts(int newAttempts) {
      attempts = newAttempts == UNLIMITED ? ENDLESS : newAttempts;
      return this;
    }

    /** How often a job is tried again: 0 to 999,999, one less than attempts. Default 19. */
    public Builder retries(int retries) {
      attempts = retries + 1L;
      return this;
    }

    /** Tries a job until it succeeds, expires or is cancelled. */
    public Builder unlimitedAttempts() {
      return attempts(UNLIMITED);
    }

    /** How the wait grows. Default: 1 s doubling to 1 h. */
    public Builder backoff(Backoff newBackoff) {
      backoff = Limits.given("backoff", newBackoff);
      return this;
    }

    /** The same time after every attempt, from 0 to 365 days. */
    public Builder fixed(Duration delay) {
      return backoff(Backoff.fixed(delay));
    }

    /** A time after each attempt, the last one again and again; each from 0 to 365 days. */
    public Builder delays(Duration... delays) {
      return backoff(each(delays));
    }

    /**
     * A time that is multiplied after every attempt.
     *
     * @param initial from 1 ms
     * @param factor 1 to 100 in steps of 0.01
     * @param max from {@code initial} to 365 days
     */
    public Builder exponential(Duration initial, double factor, Duration max) {
      return backoff(new Backoff.Exponential(initial, factor, max));
    }

    /**
     * By what share a wait may be shortened: 0 to 1 in steps of 0.001. Default 0.2 with an
     * exponential backoff, none with any other, whose times are meant as they are written.
     */
    public Builder jitter(double newJitter) {
      jitter = newJitter;
      return this;
    }

    /**
     * Makes the policy.
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
