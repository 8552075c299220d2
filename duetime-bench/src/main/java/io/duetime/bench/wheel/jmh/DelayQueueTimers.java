package io.duetime.bench.wheel.jmh;

import java.util.Objects;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** The JDK's {@link DelayQueue}, its elements counting in virtual time. */
final class DelayQueueTimers implements ExpiringTimers {
  private final DelayQueue<Timer> queue = new DelayQueue<>();
  private final Timer[] timers;
  private final DelaySequence delays;
  private long nowMillis;

  DelayQueueTimers(int pending, DelaySequence delays) {
    timers = new Timer[pending];
    this.delays = delays;
  }

  @Override
  public void schedule(int index, long delayMillis) {
    timers[index] = new Timer(nowMillis + delayMillis);
    queue.add(timers[index]);
  }

  @Override
  public void cancel(int index) {
    queue.remove(timers[index]);
  }

  @Override
  public int expireNext() {
    nowMillis = Objects.requireNonNull(queue.peek()).deadlineMillis;
    queue.poll();
    queue.add(new Timer(nowMillis + delays.next()));
    return 1;
  }

  private final class Timer implements Delayed {
    private final long deadlineMillis;

    Timer(long deadlineMillis) {
      this.deadlineMillis = deadlineMillis;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(deadlineMillis - nowMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(deadlineMillis, ((Timer) other).deadlineMillis);
    }
  }
}
