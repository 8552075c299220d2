package io.duetime.bench.wheel;

import io.duetime.internal.wheel.TimingWheel;
import io.duetime.internal.wheel.WheelTimer;

/** Duetime's wheel. Its owner sleeps until the next expiry. */
final class DuetimeStore implements TimerStore {
  private final TimingWheel<Timer> wheel = new TimingWheel<>(0);
  private Timer[] timers = {};
  private long expired;

  @Override
  public void schedule(long[] deadlines) {
    timers = new Timer[deadlines.length];
    for (int i = 0; i < deadlines.length; i++) {
      Timer timer = new Timer();
      timers[i] = timer;
      wheel.schedule(timer, deadlines[i]);
    }
  }

  @Override
  public void cancel(int[] indexes) {
    for (int index : indexes) {
      if (!wheel.cancel(timers[index])) {
        throw new IllegalStateException("not scheduled: " + index);
      }
    }
  }

  @Override
  public long expireUntil(long untilMillis) {
    long before = expired;
    for (long next = wheel.nextExpiry(); next <= untilMillis; next = wheel.nextExpiry()) {
      wheel.advance(next, timer -> expired++);
    }
    return expired - before;
  }

  @Override
  public void forgetHandles() {
    timers = new Timer[0];
  }

  private static final class Timer extends WheelTimer {}
}
