package io.duetime.kernel.state;

import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position.IdOrder;
import io.duetime.kernel.state.DeadlineOrder.TimedJob;
import io.duetime.wheel.TimingWheel;
import io.duetime.wheel.WheelTimer;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Jobs by a moment, then id: in a wheel until the moment is reached, then in order until they are
 * removed. Not thread-safe.
 *
 * @param <T> the jobs it holds
 */
public final class DeadlineOrder<T extends TimedJob> {
  private final TimingWheel<T> wheel;
  private final TreeSet<T> reached = new TreeSet<>(DeadlineOrder::compare);

  /** A job that is in one such order at most. */
  public abstract static class TimedJob extends WheelTimer {
    public abstract String id();
  }

  private static int compare(TimedJob one, TimedJob other) {
    int byMoment = Long.compare(one.deadlineMillis(), other.deadlineMillis());
    return byMoment == 0 ? IdOrder.compare(one.id(), other.id()) : byMoment;
  }

  /** Makes an order without jobs. */
  public DeadlineOrder(long now) {
    this.wheel = new TimingWheel<>(now);
  }

  public void add(T job, long moment) {
    wheel.schedule(job, moment);
    if (moment <= wheel.currentMillis()) {
      wheel.cancel(job);
      reached.add(job);
    }
  }

  public void remove(T job) {
    if (!wheel.cancel(job)) {
      reached.remove(job);
    }
  }

  /** The jobs with a moment up to this one, in order; to be used before the next change. */
  public Stream<T> upTo(long moment) {
    advance(moment);
    return reached.stream().takeWhile(job -> job.deadlineMillis() <= moment);
  }

  /** The earliest moment, reached or not; {@link JobTable#NEVER} if there is none. */
  public long next() {
    return reached.isEmpty() ? wheel.nextExpiry() : reached.first().deadlineMillis();
  }

  /** The earliest moment later than now. */
  public long nextAfter(long now) {
    advance(now);
    if (reached.isEmpty() || reached.last().deadlineMillis() <= now) {
      return wheel.nextExpiry();
    }
    if (reached.first().deadlineMillis() > now) {
      return Math.min(reached.first().deadlineMillis(), wheel.nextExpiry());
    }
    return reached.descendingSet().stream()
        .mapToLong(WheelTimer::deadlineMillis)
        .takeWhile(moment -> moment > now)
        .reduce(wheel.nextExpiry(), Math::min);
  }

  // The clock may step back, the wheel does not: what it hands out too soon waits among the
  // reached.
  private void advance(long now) {
    wheel.advance(Math.max(now, wheel.currentMillis()), reached::add);
  }

  /** The same jobs as a table offers them. */
  public JobTable.ByMoment heads(Function<T, JobHead> head) {
    return new JobTable.ByMoment() {
      @Override
      public List<JobHead> upTo(long moment, int max) {
        return DeadlineOrder.this.upTo(moment).limit(max).map(head).toList();
      }

      @Override
      public long countUpTo(long moment, Stage stage) {
        return DeadlineOrder.this
            .upTo(moment)
            .filter(job -> head.apply(job).stage() == stage)
            .count();
      }

      @Override
      public long next() {
        return DeadlineOrder.this.next();
      }
    };
  }
}
