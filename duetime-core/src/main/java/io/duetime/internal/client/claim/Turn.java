package io.duetime.internal.client.claim;

import io.duetime.engine.Watcher.Kind;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Which of the processes that wait for jobs of one queue is to claim. The one that claimed last
 * keeps the time and claims at the very moment. The others stand by: they would claim a little
 * later, and put that off whenever they hear of its progress, so that a due job costs one claim,
 * not one of each process, and a process that dies is replaced within {@link #SLOWEST}. One that
 * has no room left hands on: then the others come forward, each after a short time of its own, and
 * the first to claim keeps the time.
 *
 * <p>Nothing is agreed upon and nothing is stored. Not thread safe.
 */
final class Turn {
  private static final Duration SOONEST = Duration.ofMillis(150);
  private static final Duration SLOWEST = Duration.ofMillis(200);
  private static final Duration STEP_FORWARD = Duration.ofMillis(3);

  private final RandomGenerator random;
  private Duration behind = Duration.ZERO;

  Turn(RandomGenerator random) {
    this.random = random;
  }

  /** This process has claimed, and keeps the time. */
  void mine() {
    behind = Duration.ZERO;
  }

  /** Something was heard of the other processes. */
  void heard(Kind kind) {
    if (kind == Kind.PROGRESS) {
      behind = between(SOONEST, SLOWEST);
    } else if (kind == Kind.HANDED_ON) {
      behind = between(Duration.ZERO, STEP_FORWARD);
    }
  }

  /** How much later than the moment itself this process is to claim. */
  Duration behind() {
    return behind;
  }

  private Duration between(Duration from, Duration to) {
    return from.plusNanos(random.nextLong(to.toNanos() - from.toNanos() + 1));
  }
}
