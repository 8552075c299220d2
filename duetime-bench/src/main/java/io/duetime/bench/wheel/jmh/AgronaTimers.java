package io.duetime.bench.wheel.jmh;

import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;

final class AgronaTimers implements ExpiringTimers {
  private static final int TICKS_PER_WHEEL = 65_536;

  private final DeadlineTimerWheel wheel =
      new DeadlineTimerWheel(TimeUnit.MILLISECONDS, 0, 1, TICKS_PER_WHEEL);
  private final long[] ids;
  private final DelaySequence delays;
  private int expired;
  private long nowMillis;

  AgronaTimers(int pending, DelaySequence delays) {
    ids = new long[pending];
    this.delays = delays;
  }

  @Override
  public void schedule(int index, long delayMillis) {
    ids[index] = wheel.scheduleTimer(nowMillis + delayMillis);
  }

  @Override
  public void cancel(int index) {
    wheel.cancelTimer(ids[index]);
  }

  /** Counts the expired timers first: the wheel must not change while it is polled. */
  @Override
  public int expireNext() {
    expired = 0;
    while (expired == 0) {
      wheel.poll(nowMillis, this::onExpiry, Integer.MAX_VALUE);
      nowMillis++;
    }
    for (int i = 0; i < expired; i++) {
      wheel.scheduleTimer(nowMillis + delays.next());
    }
    return expired;
  }

  private boolean onExpiry(TimeUnit unit, long now, long timerId) {
    expired++;
    return true;
  }
}
