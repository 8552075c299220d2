package io.duetime.bench.redis.prototype;

import io.duetime.bench.load.Callers;
import io.duetime.bench.load.JobSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The prototype behind a queue: what comes while two calls are under way goes in the next one. */
final class PrototypeBatcher {
  private static final int CALLS_AT_ONCE = 2;

  private final Prototype prototype;
  private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger underWay = new AtomicInteger();

  private record Waiting(Prototype.Job job, CompletableFuture<Void> stored) {}

  PrototypeBatcher(Prototype prototype) {
    this.prototype = prototype;
  }

  /** Stores one job and waits until it is stored. */
  Callers.Call scheduling(int caller) {
    JobSource source = new JobSource(caller);
    return () -> {
      Waiting waiting = new Waiting(Prototype.Job.pending(source), new CompletableFuture<>());
      queue.add(waiting);
      send();
      waiting.stored().join();
      return 1;
    };
  }

  private void send() {
    while (!queue.isEmpty() && mayCall()) {
      List<Waiting> batch = take();
      if (batch.isEmpty()) {
        underWay.decrementAndGet();
      } else {
        send(batch);
      }
    }
  }

  private boolean mayCall() {
    int before = underWay.getAndUpdate(calls -> Math.min(CALLS_AT_ONCE, calls + 1));
    return before < CALLS_AT_ONCE;
  }

  private List<Waiting> take() {
    List<Waiting> batch = new ArrayList<>();
    Waiting next = queue.poll();
    while (next != null) {
      batch.add(next);
      next = batch.size() < Prototype.MOST ? queue.poll() : null;
    }
    return batch;
  }

  private void send(List<Waiting> batch) {
    prototype
        .schedule(batch.stream().map(Waiting::job).toList())
        .whenComplete((stored, failure) -> {
          underWay.decrementAndGet();
          batch.forEach(waiting -> answer(waiting, failure));
          send();
        });
  }

  private static void answer(Waiting waiting, @Nullable Throwable failure) {
    if (failure == null) {
      waiting.stored().complete(null);
    } else {
      waiting.stored().completeExceptionally(failure);
    }
  }
}
