package io.duetime.runtime.claim;

import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Serial;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports claims that are not answered in {@link #LIMIT}. One timer serves all claims under way: a
 * timer for each would cost more than most claims. Touched by events of one serial alone.
 */
final class LateClaimDetector {
  /** How long a claim from one shard keeps room from the others. */
  static final Duration LIMIT = Duration.ofMillis(250);

  private final TimeSource time;
  private final Serial serial;
  private final Consumer<List<SentClaim>> whenLate;
  private final Queue<SentClaim> underWay = new ArrayDeque<>();
  private @Nullable Timer timer;

  /** Passes late claims to {@code whenLate}, as an event of the serial. */
  LateClaimDetector(TimeSource time, Serial serial, Consumer<List<SentClaim>> whenLate) {
    this.time = time;
    this.serial = serial;
    this.whenLate = whenLate;
  }

  void sent(SentClaim claim) {
    underWay.add(claim);
    arm();
  }

  void answered(SentClaim claim) {
    underWay.remove(claim);
  }

  void disarm() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private void arm() {
    SentClaim oldest = underWay.peek();
    if (timer == null && oldest != null) {
      long waited = time.nanoTime() - oldest.atNanos();
      Duration left = LIMIT.minusNanos(Math.min(waited, LIMIT.toNanos()));
      timer = time.after(left, () -> serial.run(this::onAlarm));
    }
  }

  private void onAlarm() {
    timer = null;
    List<SentClaim> late = new ArrayList<>();
    long until = time.nanoTime() - LIMIT.toNanos();
    for (SentClaim oldest = underWay.peek();
        oldest != null && oldest.atNanos() - until <= 0;
        oldest = underWay.peek()) {
      late.add(underWay.remove());
    }
    arm();
    whenLate.accept(late);
  }
}
