package io.duetime.bench;

import io.duetime.wheel.TimingWheel;
import io.duetime.wheel.WheelTimer;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.TimerTask;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;

/**
 * What is measured: a structure of pending timers, driven on one thread as its owner would drive
 * it. Time is virtual, in milliseconds, and starts at 0.
 */
interface Timers extends AutoCloseable {
  long MINUTE_MILLIS = TimeUnit.MINUTES.toMillis(1);
  long YEAR_MILLIS = TimeUnit.DAYS.toMillis(365);

  /** Schedules the timers of these indexes, which are not pending. */
  void schedule(int[] indexes, long[] deadlines);

  /** Cancels the timers of these indexes. */
  void cancel(int[] indexes);

  /** Lets time run up to a moment, and returns how many timers expired. */
  long expireUntil(long untilMillis);

  @Override
  default void close() {}

  /** Draws delays within a minute, or to a year with each order of magnitude equally likely. */
  static long[] delays(boolean toAYear, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] delays = new long[count];
    for (int i = 0; i < count; i++) {
      delays[i] =
          toAYear
              ? Math.round(Math.exp(random.nextDouble() * Math.log((double) YEAR_MILLIS)))
              : random.nextLong(1, MINUTE_MILLIS + 1);
    }
    return delays;
  }

  /** Draws all numbers below a count in random order. */
  static int[] shuffled(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] indexes = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      indexes[i] = indexes[j];
      indexes[j] = i;
    }
    return indexes;
  }

  /** Opens a structure, with a number of ticks if it has a size to be chosen. */
  static Timers open(String name, int pending, int ticks) {
    return switch (name) {
      case "Duetime" -> new OfDuetime(pending);
      case "Netty" -> new OfNetty(pending, ticks);
      case "Agrona" -> new OfAgrona(pending, ticks);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Duetime's wheel. Its owner sleeps until the next expiry. */
  final class OfDuetime implements Timers {
    private final TimingWheel<Timer> wheel = new TimingWheel<>(0);
    private final Timer[] timers;
    private long expired;

    static final class Timer extends WheelTimer {}

    OfDuetime(int pending) {
      timers = new Timer[pending];
    }

    @Override
    public void schedule(int[] indexes, long[] deadlines) {
      for (int i = 0; i < indexes.length; i++) {
        Timer timer = new Timer();
        timers[indexes[i]] = timer;
        wheel.schedule(timer, deadlines[i]);
      }
    }

    @Override
    public void cancel(int[] indexes) {
      for (int index : indexes) {
        wheel.cancel(timers[index]);
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
  }

  /**
   * Netty's wheel: timers go in and out by its public methods, which only put them into a queue.
   * Its worker thread does the rest at the next tick, at the pace of the wall clock. To see the
   * whole cost, and a minute pass without waiting for it, {@link NettyWorker} does the worker's
   * steps on the measuring thread in virtual time. So Netty is spared the sleeping, the thread
   * switches and the traffic between cores of real use: what is measured here is the least it can
   * cost.
   */
  final class OfNetty implements Timers {
    private final NettyWorker worker;
    private final HashedWheelTimer timer;
    private final long openedNanos = System.nanoTime();
    private final Timeout[] timeouts;
    private long scheduledMillis;
    private long expired;
    private final TimerTask onExpiry = timeout -> expired++;

    OfNetty(int pending, int ticksPerWheel) {
      worker = new NettyWorker(ticksPerWheel);
      timer = worker.timer();
      timeouts = new Timeout[pending];
    }

    @Override
    public void schedule(int[] indexes, long[] deadlines) {
      for (int i = 0; i < indexes.length; i++) {
        timeouts[indexes[i]] = timer.newTimeout(onExpiry, deadlines[i], TimeUnit.MILLISECONDS);
      }
      scheduledMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - openedNanos) + 1;
      worker.takeScheduled(indexes.length);
    }

    @Override
    public void cancel(int[] indexes) {
      for (int index : indexes) {
        timeouts[index].cancel();
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
    public void close() {
      timer.stop();
    }
  }

  /**
   * Agrona's wheel. It cannot say when the next timer is due, so its owner polls every millisecond;
   * each poll looks at all timers of the tick's spoke, those of later turns of the wheel included.
   * One poll a millisecond hands timers out in the millisecond after their deadline.
   */
  final class OfAgrona implements Timers {
    private final DeadlineTimerWheel wheel;
    private final long[] ids;
    private long expired;
    private long nowMillis;

    OfAgrona(int pending, int ticksPerWheel) {
      wheel = new DeadlineTimerWheel(TimeUnit.MILLISECONDS, 0, 1, ticksPerWheel);
      ids = new long[pending];
    }

    @Override
    public void schedule(int[] indexes, long[] deadlines) {
      for (int i = 0; i < indexes.length; i++) {
        ids[indexes[i]] = wheel.scheduleTimer(deadlines[i]);
      }
    }

    @Override
    public void cancel(int[] indexes) {
      for (int index : indexes) {
        wheel.cancelTimer(ids[index]);
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
  }
}
