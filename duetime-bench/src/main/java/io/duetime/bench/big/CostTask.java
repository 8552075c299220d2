package io.duetime.bench.big;

import io.duetime.Durability;
import io.duetime.bench.Engines;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Measures what cancelling and claiming cost in a store, 100 jobs a call and one, without waiting
 * for the disk. The same is done on a queue of 10,000 before, so that the compiler is through with
 * it. What was taken is put back.
 */
final class CostTask {
  private static final int BATCH = 100;
  private static final int BATCHED = 2_000;
  private static final int SINGLE = 500;
  private static final int WARM_UP_JOBS = 10_000;
  private static final int WARM_UPS = 5;
  private static final long STRIDE = 1_000_003; // a prime: steps by it come by every number

  private final Engine engine;
  private final Shape shape;
  private final NumberedJobs jobs;
  private final SplittableRandom random = new SplittableRandom();
  private final long now = System.currentTimeMillis();

  CostTask(Engine engine, Shape shape, int payloadBytes) {
    this.engine = engine;
    this.shape = shape;
    this.jobs = new NumberedJobs(payloadBytes);
  }

  void run(long pending) {
    Store store = new Store(engine, LoadTask.QUEUE);
    long start = System.nanoTime();
    Told.tell("waiting", (double) store.waiting());
    Told.tell("counts", (System.nanoTime() - start) / 1e6);
    warmUp();
    measure(store, pending, Told::tell);
  }

  private void warmUp() {
    Store store = new Store(engine, "warm-up");
    putBack(store, NumberedJobs.ids(LongStream.range(0, WARM_UP_JOBS)));
    for (int i = 0; i < WARM_UPS; i++) {
      measure(store, WARM_UP_JOBS, (name, micros) -> {});
    }
    Engines.await(engine.deleteQueue(store.queue()));
  }

  private interface Teller {
    void tell(String name, double microsPerJob);
  }

  private void measure(Store store, long pending, Teller to) {
    List<String> some = someOf(pending);
    to.tell("cancelBatched", micros(some.subList(0, BATCHED), BATCH, store::cancel));
    to.tell("cancelSingle", micros(some.subList(BATCHED, some.size()), 1, store::cancel));
    putBack(store, some);
    if (shape == Shape.FAR) {
      addSomeThatAreDue(store, pending);
    }
    List<ClaimedJob> claimed = new ArrayList<>();
    Consumer<List<String>> claim = ids -> claimed.addAll(store.claim(ids.size()));
    to.tell("claimBatched", micros(some.subList(0, BATCHED), BATCH, claim));
    to.tell("claimSingle", micros(some.subList(BATCHED, some.size()), 1, claim));
    store.acknowledge(claimed);
    if (shape == Shape.OVERDUE) {
      putBack(store, claimed.stream().map(job -> job.lease().id()).toList());
    }
  }

  private List<String> someOf(long pending) {
    long first = random.nextLong(pending);
    return NumberedJobs.ids(
        LongStream.range(0, BATCHED + SINGLE).map(i -> (first + i * STRIDE) % pending));
  }

  private void putBack(Store store, List<String> ids) {
    store.schedule(jobs.jobs(ids, id -> shape.due(id, now)), Durability.NONE);
  }

  private void addSomeThatAreDue(Store store, long pending) {
    List<String> ids = NumberedJobs.ids(LongStream.range(pending, pending + BATCHED + SINGLE));
    store.schedule(jobs.jobs(ids, id -> DueTime.after(0)), Durability.NONE);
  }

  private static double micros(List<String> ids, int size, Consumer<List<String>> call) {
    long start = System.nanoTime();
    for (int from = 0; from < ids.size(); from += size) {
      call.accept(ids.subList(from, from + size));
    }
    return (System.nanoTime() - start) / 1e3 / ids.size();
  }
}
