package io.duetime.bench.load;

import static io.duetime.bench.BenchEngines.await;
import static io.duetime.bench.load.JobSource.QUEUE;

import io.duetime.Durability;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.Settlement;
import io.duetime.engine.Watcher;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The least that a consumer can do, on one thread: it claims, notes how late the jobs are, and
 * acknowledges them without waiting for the answer. Then it sleeps until the time to come back, or
 * until a signal tells of an earlier job.
 */
final class ClaimLoop implements AutoCloseable {
  private static final int MAX = 1_000;
  private static final long LEASE_MILLIS = 30_000;
  private static final long LONGEST_SLEEP_MILLIS = 1_000;

  private final Engine engine;
  private final Durability durability;
  private final LatenessHistogram log;
  private final Thread thread = new Thread(this::run, "claim-loop");
  private volatile boolean signalled;
  private volatile boolean closed;

  ClaimLoop(Engine engine, Durability durability, LatenessHistogram log) {
    this.engine = engine;
    this.durability = durability;
    this.log = log;
  }

  void start() {
    thread.start();
  }

  private void run() {
    Watcher.Subscription watching = engine.watch(QUEUE, signal -> wake());
    while (!closed) {
      signalled = false;
      ClaimResult claimed = await(engine.claim(QUEUE, ClaimRequest.of(MAX, LEASE_MILLIS)));
      take(claimed.jobs());
      sleepUntil(claimed.comeBackAtMillis());
    }
    watching.close();
  }

  private void wake() {
    signalled = true;
    LockSupport.unpark(thread);
  }

  private void take(List<ClaimedJob> jobs) {
    if (jobs.isEmpty()) {
      return;
    }
    jobs.forEach(job -> log.came(job.times().dueAt()));
    List<Settlement.Ack> acks = jobs.stream().map(job -> new Settlement.Ack(job.lease())).toList();
    engine.settle(QUEUE, acks, durability);
  }

  private void sleepUntil(long epochMillis) {
    long until = Math.min(epochMillis, System.currentTimeMillis() + LONGEST_SLEEP_MILLIS);
    long left = SleepingThread.nanosUntil(until);
    while (left > 0 && !signalled && !closed) {
      LockSupport.parkNanos(left);
      left = SleepingThread.nanosUntil(until);
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
  }
}
