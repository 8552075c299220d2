package io.duetime.runtime.work;

import io.duetime.Worker;
import io.duetime.WorkerSettings;
import io.duetime.async.Stages;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.Presence;
import io.duetime.runtime.call.TimedEngine;
import io.duetime.runtime.claim.QueueClaimers;
import io.duetime.time.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** Starts the workers of an open store and closes them with it. Thread safe. */
public final class StoreWorkers {
  private final ClientContext context;
  private final QueueClaimers claimers;
  private final String processName;
  private final List<Started> workers = new CopyOnWriteArrayList<>();
  private final Interrupter.Hanging hanging = new Interrupter.Hanging();
  private final AtomicInteger started = new AtomicInteger();
  private volatile boolean closing;
  private volatile boolean daemon;

  private record Started(QueueWorker<?> worker, WorkerPlan<?> plan) {}

  /** Creates the collection without a worker. */
  public StoreWorkers(ClientContext context, QueueClaimers claimers, String processName) {
    this.context = context;
    this.claimers = claimers;
    this.processName = processName;
  }

  <T> Worker start(WorkerPlan<T> plan) {
    if (closing) {
      throw TimedEngine.closed();
    }
    if (daemon) {
      plan.daemon(true);
    }
    WorkerSettings settings = plan.built();
    String name =
        settings.name().orElseGet(() -> plan.place().queue() + "-" + started.incrementAndGet());
    QueueWorker<T> worker = new QueueWorker<>(plan, seat(name, pool(plan, name)), context);
    Started open = new Started(worker, plan);
    workers.add(open);
    Stages.whenDone(worker.stopped(), (done, failure) -> workers.remove(open));
    worker.start(claimers);
    if (closing) {
      // A close may have looked for workers before this one was added.
      worker.closed();
    }
    return worker;
  }

  /** Refuses further workers. */
  public void refuse() {
    closing = true;
  }

  /** Closes all workers, each within its limit. */
  public void close() {
    List<QueueWorker<?>> open = open();
    open.forEach(QueueWorker::closed);
    open.forEach(QueueWorker::close);
    open.forEach(QueueWorker::storeClosed);
  }

  /** What the workers that are open tell other processes of themselves. */
  public List<Presence.Working> present() {
    return workers.stream().map(one -> present(one.worker, one.plan)).toList();
  }

  private static Presence.Working present(QueueWorker<?> worker, WorkerPlan<?> plan) {
    List<String> abandoned = worker.abandoned();
    return new Presence.Working(
        plan.place().queue(),
        worker.name(),
        plan.built().concurrency(),
        worker.running(),
        abandoned.size(),
        worker.isStuck(),
        worker.interrupter.abandonedSince(),
        abandoned);
  }

  /** Lets workers end with the JVM, whatever their settings say. */
  public void keepNoJvmAlive() {
    daemon = true;
  }

  /** Completes when the last handler of the workers that are open now has ended. */
  public CompletionStage<Void> stopped() {
    return CompletableFuture.allOf(
        open().stream().map(QueueWorker::stopped).toArray(CompletableFuture[]::new));
  }

  private List<QueueWorker<?>> open() {
    List<QueueWorker<?>> open = new ArrayList<>();
    workers.forEach(one -> open.add(one.worker));
    return open;
  }

  private QueueWorker.Seat seat(String name, HandlerPool pool) {
    return new QueueWorker.Seat(name, Presence.consumer(name, processName), pool, hanging);
  }

  private <T> HandlerPool pool(WorkerPlan<T> plan, String name) {
    Executor given = plan.executor() != null ? plan.executor() : context.handlers();
    if (given != null) {
      return HandlerPool.shared(given);
    }
    return plan.isAsync() ? HandlerPool.ofOneThread(name) : HandlerPool.of(name, plan.built());
  }

  /**
   * Keeps the JVM alive by a thread that waits. The other threads of a worker end when there are no
   * jobs for a while, and those that wait for jobs serve all workers of the store.
   */
  public static final class KeepAlive {
    private KeepAlive() {}

    /** Keeps the JVM alive until {@code end} completes. */
    @SuppressWarnings("FutureReturnValueIgnored") // the latch tells the end
    public static void until(String worker, CompletableFuture<?> end) {
      CountDownLatch ended = new CountDownLatch(1);
      end.whenComplete((done, failure) -> ended.countDown());
      Threads.keepingAlive("duetime-keep-alive-" + worker).newThread(() -> await(ended)).start();
    }

    private static void await(CountDownLatch ended) {
      try {
        ended.await();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
