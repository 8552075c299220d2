package io.duetime.bench.wheel.jmh;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.concurrent.TimeUnit;

/**
 * Netty's wheel as it comes, with its worker thread. The measured thread only fills queues; what
 * the worker does on the other core is not in the figure. The wheel bench counts it.
 */
final class NettyTimers implements PendingTimers {
  private static final int TICKS_PER_WHEEL = 65_536;

  private final HashedWheelTimer timer =
      new HashedWheelTimer(1, TimeUnit.MILLISECONDS, TICKS_PER_WHEEL);
  private final Timeout[] timeouts;

  NettyTimers(int pending) {
    timeouts = new Timeout[pending];
  }

  @Override
  public void schedule(int index, long delayMillis) {
    timeouts[index] = timer.newTimeout(timeout -> {}, delayMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void cancel(int index) {
    timeouts[index].cancel();
  }

  @Override
  public void close() {
    timer.stop();
  }
}
