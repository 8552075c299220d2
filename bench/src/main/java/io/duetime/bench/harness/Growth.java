package io.duetime.bench.harness;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.Worker;
import io.duetime.bench.harness.Rows.Turn;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What a job costs as a store grows. Costs are processor time of this process and of the server,
 * which other load hardly changes.
 */
public final class Growth {
  private static final int BATCH = 100;
  private static final int LOADING_BATCH = 500;
  private static final int CHANGED = 20_000;
  private static final long MONTH_MILLIS = Duration.ofDays(30).toMillis();

  private final Stores stores;

  /** Measures on stores of one kind. */
  public Growth(Stores stores) {
    this.stores = stores;
  }

  /** Calls of 100 jobs beside so many that wait, due within a month. */
  public Turn pending(int jobs) {
    return () -> {
      String uri = stores.empty();
      Figures figures = new Figures();
      int each = Math.min(CHANGED, jobs / 4) / BATCH * BATCH;
      try (Engine engine = EngineCalls.open(uri)) {
        EngineCalls calls = new EngineCalls(engine, Durability.NONE);
        double before = stores.bytes();
        cost(
            figures,
            "fill",
            jobs,
            LOADING_BATCH,
            from -> calls.schedule(far(from, jobs), Durability.NONE));
        figures.with("bytes a job", "%.0f", (stores.bytes() - before) / jobs);
        JobSource due = new JobSource(2);
        cost(figures, "schedule", each, BATCH, from -> calls.scheduleDue(due, BATCH));
        cost(figures, "claim and ack", each, BATCH, from -> claim(calls));
        List<String> ids = spread(jobs, 2 * each);
        cost(figures, "cancel", each, BATCH, from -> calls.cancel(ids.subList(from, from + BATCH)));
        cost(
            figures,
            "move",
            each,
            BATCH,
            from -> calls.move(ids.subList(each + from, each + from + BATCH)));
        figures.with(
            "memory of this process, MiB", "%.0f", LinuxProcess.self().bytes("VmRSS") / (1 << 20));
      }
      long start = System.nanoTime();
      try (Engine engine = EngineCalls.open(uri)) {
        new EngineCalls(engine, Durability.NONE).claim(1);
      }
      return figures.with("opening, ms", "%.0f", (System.nanoTime() - start) / 1e6);
    };
  }

  private static void claim(EngineCalls calls) {
    int left = BATCH;
    while (left > 0) {
      var claimed = calls.claim(left).jobs();
      calls.acknowledge(claimed);
      left -= claimed.size();
    }
  }

  /** The next jobs of those that fill a store. Their ids tell their number, in no order. */
  private static List<JobSpec> far(int from, int jobs) {
    JobSource source = new JobSource(from);
    return IntStream.range(from, Math.min(jobs, from + LOADING_BATCH))
        .mapToObj(
            i -> source.nextJob(id(i), DueTime.after(1 + (scattered(i) >>> 1) % MONTH_MILLIS)))
        .toList();
  }

  private static String id(long number) {
    return "%026x".formatted(scattered(number));
  }

  /** A number for each number, far from those of its neighbours. */
  private static long scattered(long number) {
    return number * 0x9E3779B97F4A7C15L;
  }

  private static List<String> spread(int jobs, int count) {
    return IntStream.range(0, count).mapToObj(i -> id((long) i * jobs / count)).toList();
  }

  private interface Batch {
    void doFrom(int first) throws Exception;
  }

  private void cost(Figures figures, String what, int jobs, int size, Batch batch)
      throws Exception {
    double before = cpu();
    for (int from = 0; from < jobs; from += size) {
      batch.doFrom(from);
    }
    figures.with(what + ", µs", "%.1f", (cpu() - before) * 1e6 / jobs);
  }

  private double busiest(double[] before) {
    double[] now = stores.nodeSeconds();
    return IntStream.range(0, now.length).mapToDouble(i -> now[i] - before[i]).max().orElse(0);
  }

  private double cpu() {
    return Callers.cpuSeconds() + stores.serverSeconds();
  }

  /**
   * Jobs that are due are scheduled in batches of 100, and run by workers of the library.
   *
   * @param queues over which the jobs are spread
   * @param workers of each queue, of one handler each
   * @param shards of each queue
   */
  public Turn run(int jobs, int queues, int workers, int shards) {
    return () -> {
      try (Duetime duetime = Duetime.open(stores.empty())) {
        List<JobQueue<byte[]>> all =
            IntStream.range(0, queues)
                .mapToObj(i -> duetime.queue("growth" + i, Codec.bytes()))
                .toList();
        if (shards > 1) {
          all.forEach(queue -> queue.admin().configure(settings -> settings.shards(shards)));
        }
        CountDownLatch left = new CountDownLatch(jobs);
        double before = cpu();
        List<Worker> started = new ArrayList<>();
        for (JobQueue<byte[]> queue : all) {
          for (int i = 0; i < workers; i++) {
            started.add(queue.worker(job -> left.countDown()).concurrency(1).start());
          }
        }
        Figures figures =
            new Figures().with("a worker, µs", "%.0f", (cpu() - before) * 1e6 / started.size());
        JobSource source = new JobSource(1);
        int size = Math.max(1, Math.min(BATCH, jobs / queues));
        IntFunction<JobRequest<byte[]>> request = i -> source.nextRequest(DueTime.after(0));
        double scheduling = cpu();
        double[] nodes = stores.nodeSeconds();
        long start = System.nanoTime();
        for (int from = 0, turn = 0; from < jobs; from += size, turn++) {
          int count = Math.min(size, jobs - from);
          all.get(turn % queues).scheduleAll(IntStream.range(0, count).mapToObj(request).toList());
        }
        left.await();
        return figures
            .with("schedule and run, jobs/s", "%,.0f", jobs * 1e9 / (System.nanoTime() - start))
            .with("CPU, µs a job", "%.1f", (cpu() - scheduling) * 1e6 / jobs)
            .with("busiest node, µs a job", "%.1f", busiest(nodes) * 1e6 / jobs);
      }
    };
  }
}
