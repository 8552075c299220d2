package io.duetime.bench.wheel.jmh;

import io.duetime.internal.wheel.TimingWheel;
import io.duetime.internal.wheel.WheelTimer;

final class DuetimeTimers implements ExpiringTimers {
  private final TimingWheel<Timer> wheel = new TimingWheel<>(0);
  private final Timer[] timers;
  private final DelaySequence delays;

  DuetimeTimers(int pending, DelaySequence delays) {
    timers = new Timer[pending];
    this.delays = delays;
  }

  @Override
  public void schedule(int index, long delayMillis) {
    Timer timer = new Timer();
    timers[index] = timer;
    wheel.schedule(timer, wheel.currentMillis() + delayMillis);
  }

  @Override
  public void cancel(int index) {
    wheel.cancel(timers[index]);
  }

  @Override
  public int expireNext() {
    return wheel.advance(wheel.nextExpiry(), this::again);
  }

  private void again(Timer timer) {
    wheel.schedule(timer, wheel.currentMillis() + delays.next());
  }

  private static final class Timer extends WheelTimer {}
}
