package io.duetime.bench.harness;

import io.duetime.Durability;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.Settlement;
import io.duetime.engine.Watcher;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The least that a consumer can do, on one thread: it takes what is due, acknowledges it without
 * waiting for the answer, and sleeps until the next job is due or a signal tells of an earlier one.
 */
public abstract class ClaimLoop implements Lateness.Consumer {
  private final Lateness log = new Lateness();
  private final AtomicLong nextMillis = new AtomicLong();
  private volatile @Nullable Thread thread;
  private volatile boolean closed;

  /** Starts the thread. */
  protected final void start() {
    Thread started = new Thread(this::run, "claim-loop");
    thread = started;
    started.start();
  }

  /** Takes what is due, logs it, acknowledges it, and returns when to come back. */
  protected abstract long take();

  /** Wakes the loop for a job that is due at a moment. */
  protected final void wakeBy(long epochMillis) {
    if (nextMillis.getAndAccumulate(epochMillis, Math::min) > epochMillis) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public final Lateness log() {
    return log;
  }

  private void run() {
    while (!closed) {
      nextMillis.set(System.currentTimeMillis() + 1_000);
      nextMillis.accumulateAndGet(take(), Math::min);
      long left = Lateness.nanosUntil(nextMillis.get());
      while (left > 0 && !closed) {
        LockSupport.parkNanos(left);
        left = Lateness.nanosUntil(nextMillis.get());
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      Thread started = thread;
      if (started != null) {
        started.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A loop over an engine, which it does not close. */
  static final class OfEngine extends ClaimLoop {
    private final Engine engine;
    private final EngineCalls calls;
    private final JobSource jobs = new JobSource(1);
    private final Watcher.Subscription watching;

    OfEngine(Engine engine, Durability durability) {
      this.engine = engine;
      this.calls = new EngineCalls(engine, durability);
      this.watching = engine.watch(JobSource.QUEUE, signal -> wakeBy(0));
      start();
    }

    @Override
    public CompletionStage<?> schedule(List<DueTime> dues) {
      return engine.schedule(
          JobSource.QUEUE, dues.stream().map(jobs::nextJob).toList(), calls.durability());
    }

    @Override
    protected long take() {
      ClaimResult claimed = calls.claim(1_000);
      if (!claimed.jobs().isEmpty()) {
        claimed.jobs().forEach(job -> log().came(job.times().dueAt()));
        engine.settle(
            JobSource.QUEUE,
            claimed.jobs().stream().map(job -> Settlement.ack(job.lease())).toList(),
            calls.durability());
      }
      return claimed.comeBackAtMillis();
    }

    @Override
    public void close() {
      super.close();
      watching.close();
    }
  }
}
