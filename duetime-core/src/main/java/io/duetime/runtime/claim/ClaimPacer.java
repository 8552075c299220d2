package io.duetime.runtime.claim;

import io.duetime.engine.Watcher.Kind;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Decides how soon this process claims when several processes wait for jobs of one queue. The
 * process that claimed last keeps the time and claims at the due time. The others stand by: they
 * would claim a little later, and postpone that at each sign of its progress. So a due job costs
 * one claim, not one per process, and a process that dies is replaced within {@link #SLOWEST}. A
 * process without room hands on: then the others claim, each after a short time of its own, and the
 * first keeps the time.
 *
 * <p>The processes agree on nothing and store nothing. Not thread safe.
 */
final class ClaimPacer {
  private static final Duration SOONEST = Duration.ofMillis(150);
  private static final Duration SLOWEST = Duration.ofMillis(200);
  private static final Duration STEP_FORWARD = Duration.ofMillis(3);

  private final RandomGenerator random;
  private Duration delay = Duration.ZERO;

  ClaimPacer(RandomGenerator random) {
    this.random = random;
  }

  /** Notes that this process has claimed, and keeps the time. */
  void claimed() {
    delay = Duration.ZERO;
  }

  /** Notes a signal of another process. */
  void onSignal(Kind kind) {
    if (kind == Kind.PROGRESS) {
      delay = between(SOONEST, SLOWEST);
    } else if (kind == Kind.HANDED_ON) {
      delay = between(Duration.ZERO, STEP_FORWARD);
    }
  }

  /** How much later than the due time this process claims. */
  Duration delay() {
    return delay;
  }

  private Duration between(Duration from, Duration to) {
    return from.plusNanos(random.nextLong(to.toNanos() - from.toNanos() + 1));
  }
}
