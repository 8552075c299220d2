package io.duetime.spring.outbox;

import io.duetime.TimeSource;
import io.duetime.spring.transaction.DeferredCall;
import java.time.Duration;
import java.util.List;

/**
 * How long the relay rests after a step before it sends committed calls. Under load many
 * transactions then share one removal of rows, whose sync competes with their commits. Thread safe.
 */
final class RelayPace {
  /** The rest before calls that may be about jobs that are due soon. */
  static final Duration SHORT = Duration.ofMillis(5);

  /** The rest before all other calls. */
  static final Duration LONG = Duration.ofMillis(50);

  /** A job that is scheduled further ahead does not notice the long rest. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final TimeSource time;
  private volatile long lastStep;

  /** Makes a pace whose first step needs no rest. */
  RelayPace(TimeSource time) {
    this.time = time;
    this.lastStep = time.nanoTime() - LONG.toNanos();
  }

  void stepped() {
    lastStep = time.nanoTime();
  }

  /** The rest before the calls of a transaction. */
  Duration restBefore(List<DeferredCall> calls) {
    return calls.stream().anyMatch(this::maySoonBeDue) ? SHORT : LONG;
  }

  /** What is left of a rest; zero if it is over. */
  Duration left(Duration rest) {
    Duration left = rest.minusNanos(time.nanoTime() - lastStep);
    return left.isNegative() ? Duration.ZERO : left;
  }

  // The job of a reschedule or a cancel may be due at any moment.
  private boolean maySoonBeDue(DeferredCall call) {
    return !(call instanceof DeferredCall.Schedule schedule)
        || schedule
                .request()
                .dueAt()
                .map(due -> Duration.between(time.instant(), due))
                .orElse(schedule.request().delay())
                .compareTo(SOON)
            < 0;
  }
}
