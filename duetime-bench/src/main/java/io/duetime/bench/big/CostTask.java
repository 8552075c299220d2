package io.duetime.bench.big;

import io.duetime.Durability;
import io.duetime.bench.BenchEngines;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;
import java.util.stream.LongStream;

/**
 * Measures what cancelling and claiming cost in a store, 100 jobs a call and one, without waiting
 * for stable storage. The same is done on a queue of 10,000 before, so that the compiler is through
 * with it. What was taken is put back, and all is measured once more with other jobs: what only the
 * first calls after opening pay for is not in that.
 */
final class CostTask {
  /** Ends the names of the figures of the second time. */
  static final String AGAIN = "Again";

  private static final int BATCH = 100;
  private static final int BATCHED = 2_000;
  private static final int SINGLE = 500;
  private static final int WARM_UP_JOBS = 10_000;
  private static final int WARM_UPS = 5;
  private static final double GOLDEN = 0.618_033_988_749_895; // steps by it come nowhere twice soon

  private final Engine engine;
  private final DueRange shape;
  private final NumberedJobs jobs;
  private final SplittableRandom random = new SplittableRandom();
  private final long now = System.currentTimeMillis();

  CostTask(Engine engine, DueRange shape, int payloadBytes) {
    this.engine = engine;
    this.shape = shape;
    this.jobs = new NumberedJobs(payloadBytes);
  }

  void run(long pending) {
    BenchQueue store = new BenchQueue(engine, LoadTask.QUEUE);
    long start = System.nanoTime();
    ChildReport.tell("waiting", (double) store.waiting());
    ChildReport.tell("counts", (System.nanoTime() - start) / 1e6);
    warmUp();
    measure(store, pending, ChildReport::tell);
    measure(store, pending, (name, micros) -> ChildReport.tell(name + AGAIN, micros));
  }

  private void warmUp() {
    BenchQueue store = new BenchQueue(engine, "warm-up");
    putBack(store, NumberedJobs.ids(LongStream.range(0, WARM_UP_JOBS)));
    for (int i = 0; i < WARM_UPS; i++) {
      measure(store, WARM_UP_JOBS, (name, micros) -> {});
    }
    BenchEngines.await(engine.deleteQueue(store.queue()));
  }

  private void measure(BenchQueue store, long pending, ObjDoubleConsumer<String> to) {
    List<String> some = someOf(pending);
    measure("cancel", some, store::cancel, to);
    putBack(store, some);
    if (shape == DueRange.FAR) {
      addSomeThatAreDue(store, pending);
    }
    List<ClaimedJob> claimed = new ArrayList<>();
    measure("claim", some, ids -> claimed.addAll(store.claim(ids.size())), to);
    store.acknowledge(claimed);
    if (shape == DueRange.OVERDUE) {
      putElsewhere(store, claimed.stream().map(job -> job.lease().id()).toList());
    }
  }

  private static void measure(
      String name, List<String> ids, Consumer<List<String>> call, ObjDoubleConsumer<String> to) {
    JobCost.of(ids.subList(0, BATCHED), BATCH, call).tell(name + "Batched", to);
    JobCost.of(ids.subList(BATCHED, ids.size()), 1, call).tell(name + "Single", to);
  }

  // Neighbours share a block of the file: the ids lie as far from one another as they can.
  private List<String> someOf(long pending) {
    long first = random.nextLong(pending);
    long step = (long) (pending * GOLDEN);
    while (haveCommonDivisor(step, pending)) {
      step++;
    }
    long stride = step;
    return NumberedJobs.ids(
        LongStream.range(0, BATCHED + SINGLE).map(i -> (first + i * stride) % pending));
  }

  private static boolean haveCommonDivisor(long a, long b) {
    return !BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).equals(BigInteger.ONE);
  }

  private void putBack(BenchQueue store, List<String> ids) {
    store.schedule(jobs.jobs(ids, id -> shape.due(id, now)), Durability.NONE);
  }

  // At their old places they would be the next to be claimed, and not far to fetch.
  private void putElsewhere(BenchQueue store, List<String> ids) {
    store.schedule(jobs.jobs(ids, id -> shape.due(id + now, now)), Durability.NONE);
  }

  private void addSomeThatAreDue(BenchQueue store, long pending) {
    List<String> ids = NumberedJobs.ids(LongStream.range(pending, pending + BATCHED + SINGLE));
    store.schedule(jobs.jobs(ids, id -> DueTime.after(0)), Durability.NONE);
  }
}
