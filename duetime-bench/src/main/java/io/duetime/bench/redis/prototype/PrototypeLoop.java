package io.duetime.bench.redis.prototype;

import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.bench.load.SleepingThread;
import io.duetime.bench.load.TimedConsumer;
import io.duetime.engine.DueTime;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The prototype with one thread that claims, acknowledges and sleeps until the next job is due. Who
 * schedules an earlier one wakes it, within this process.
 */
public final class PrototypeLoop implements TimedConsumer {
  private final Prototype prototype;
  private final JobSource jobs = new JobSource(1);
  private final LatenessHistogram log = new LatenessHistogram();
  private final AtomicLong nextMillis = new AtomicLong(Long.MAX_VALUE);
  private final Thread thread = new Thread(this::run, "prototype-loop");
  private volatile boolean closed;

  public PrototypeLoop(String uri) {
    this.prototype = new Prototype(uri);
    thread.start();
  }

  @Override
  public LatenessHistogram log() {
    return log;
  }

  @Override
  public CompletionStage<?> schedule(List<DueTime> dues) {
    long now = System.currentTimeMillis();
    List<Long> moments = dues.stream().map(due -> moment(due, now)).toList();
    long first = moments.stream().mapToLong(Long::longValue).min().orElseThrow();
    return prototype
        .schedule(moments.stream().map(moment -> Prototype.Job.of(jobs, moment)).toList())
        .thenAccept(stored -> wakeBy(first));
  }

  private static long moment(DueTime due, long now) {
    return due instanceof DueTime.After after
        ? now + after.delayMillis()
        : ((DueTime.At) due).epochMillis();
  }

  private void wakeBy(long moment) {
    if (nextMillis.getAndAccumulate(moment, Math::min) > moment) {
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closed) {
      nextMillis.set(Long.MAX_VALUE);
      Prototype.Taken taken = prototype.take();
      taken.dueMillis().forEach(log::came);
      nextMillis.accumulateAndGet(taken.nextMillis(), Math::min);
      sleep();
    }
  }

  private void sleep() {
    long next = nextMillis.get();
    while (!closed && next > System.currentTimeMillis()) {
      LockSupport.parkNanos(
          next == Long.MAX_VALUE ? Long.MAX_VALUE : SleepingThread.nanosUntil(next));
      next = nextMillis.get();
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    prototype.close();
  }
}
