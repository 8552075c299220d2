package io.duetime.bench.wheel;

import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;

/**
 * Agrona's wheel. It cannot say when the next timer is due, so its owner polls every millisecond;
 * each poll looks at all timers of the tick's spoke, those of later turns of the wheel included.
 * One poll a millisecond hands timers out in the millisecond after their deadline.
 */
final class AgronaStore implements TimerStore {
  private final DeadlineTimerWheel wheel;
  private long[] ids = {};
  private long expired;
  private long nowMillis;

  AgronaStore(int ticksPerWheel) {
    wheel = new DeadlineTimerWheel(TimeUnit.MILLISECONDS, 0, 1, ticksPerWheel);
  }

  @Override
  public void schedule(long[] deadlines) {
    ids = new long[deadlines.length];
    for (int i = 0; i < deadlines.length; i++) {
      ids[i] = wheel.scheduleTimer(deadlines[i]);
    }
  }

  @Override
  public void cancel(int[] indexes) {
    for (int index : indexes) {
      if (!wheel.cancelTimer(ids[index])) {
        throw new IllegalStateException("not scheduled: " + index);
      }
    }
  }

  @Override
  public long expireUntil(long untilMillis) {
    long before = expired;
    for (; nowMillis <= untilMillis + 1; nowMillis++) {
      wheel.poll(nowMillis, this::onExpiry, Integer.MAX_VALUE);
    }
    return expired - before;
  }

  private boolean onExpiry(TimeUnit unit, long now, long timerId) {
    expired++;
    return true;
  }

  @Override
  public void forgetHandles() {
    ids = new long[0];
  }
}
