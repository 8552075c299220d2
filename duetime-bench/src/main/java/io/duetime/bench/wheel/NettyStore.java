package io.duetime.bench.wheel;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.util.concurrent.TimeUnit;

/**
 * Netty's wheel: timers go in and out by its public methods, and its worker is driven from here.
 *
 * <p>Netty's methods only put a timer into a queue; its worker thread does the rest at the next
 * tick, at the pace of the wall clock. To see the whole cost, and to see a minute pass without
 * waiting for it, {@link NettyWorker} does the worker's steps on the measuring thread in virtual
 * time. So Netty is spared the sleeping, the thread switches and the traffic between cores of real
 * use: what is measured here is the least it can cost.
 */
final class NettyStore implements TimerStore {
  private final NettyWorker worker;
  private final HashedWheelTimer timer;
  private final long openedNanos = System.nanoTime();
  private Timeout[] timeouts = {};
  private long scheduledMillis;
  private long expired;
  private final TimerTask onExpiry = timeout -> expired++;

  NettyStore(int ticksPerWheel) {
    worker = new NettyWorker(ticksPerWheel);
    timer = worker.timer();
  }

  @Override
  public void schedule(long[] deadlines) {
    timeouts = new Timeout[deadlines.length];
    for (int i = 0; i < deadlines.length; i++) {
      timeouts[i] = timer.newTimeout(onExpiry, deadlines[i], TimeUnit.MILLISECONDS);
    }
    scheduledMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - openedNanos) + 1;
    worker.takeScheduled(deadlines.length);
  }

  @Override
  public void cancel(int[] indexes) {
    for (int index : indexes) {
      if (!timeouts[index].cancel()) {
        throw new IllegalStateException("not scheduled: " + index);
      }
    }
    worker.takeCancelled();
  }

  /** Netty counts delays from the wall clock, so the last ones end a little after the others'. */
  @Override
  public long expireUntil(long untilMillis) {
    long before = expired;
    worker.tickUntil(untilMillis + scheduledMillis);
    return expired - before;
  }

  @Override
  public void forgetHandles() {
    timeouts = new Timeout[0];
  }

  @Override
  public void close() {
    timer.stop();
  }
}
