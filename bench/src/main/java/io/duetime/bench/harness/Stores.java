package io.duetime.bench.harness;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.bench.harness.Rows.Turn;
import io.duetime.engine.Engine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Stores of one kind, and the turns that each kind has; each turn begins with an empty store. */
public class Stores implements AutoCloseable {
  private static final int CHANGED = 5_000;

  private final Durability durability;

  /** Opens none yet; {@code durability} is asked of engines before they answer. */
  protected Stores(Durability durability) {
    this.durability = durability;
  }

  /** Stores in the heap. */
  public static Stores memory() {
    return new Stores(Durability.NONE);
  }

  /** Stores in a folder, asked to be on stable storage before they answer. */
  public static Stores embedded(Path parent) {
    return new Embedded(parent);
  }

  private static final class Embedded extends Stores {
    private final Path parent;
    private Scratch folder;

    Embedded(Path parent) {
      super(Durability.FSYNCED);
      this.parent = parent;
      this.folder = Scratch.in(parent);
    }

    @Override
    public String empty() {
      folder.close();
      folder = Scratch.in(parent);
      return folder.storeUri();
    }

    @Override
    protected double bytes() {
      return folder.bytes();
    }

    @Override
    public void close() {
      folder.close();
    }
  }

  /** Empties or replaces the store, and returns its URI. */
  public String empty() {
    return "memory:";
  }

  /** The processor time that the server of the store has taken so far; 0 where there is none. */
  protected double serverSeconds() {
    return 0;
  }

  /** The same for each node of the server. */
  protected double[] nodeSeconds() {
    return new double[] {serverSeconds()};
  }

  /** How often clients have asked the server so far. */
  protected double roundTrips() {
    return 0;
  }

  /** What the store takes of the memory or the disk: of the heap by default. */
  protected double bytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** Measures something together with the processor time of the server that keeps the store. */
  public final Figures measure(Supplier<Figures> work) {
    double before = serverSeconds();
    Figures figures = work.get();
    double seconds = serverSeconds() - before;
    return seconds > 0 ? figures.withServerCpu(seconds) : figures;
  }

  @Override
  public void close() {}

  /** Makes calls of the engine for some time. */
  private Turn calls(Callers callers, Duration time, Calls calls) {
    return () -> {
      try (Engine engine = EngineCalls.open(empty())) {
        IntFunction<Callers.Call> call = calls.of(new EngineCalls(engine, durability));
        return measure(() -> callers.during(time, call));
      }
    };
  }

  private interface Calls {
    IntFunction<Callers.Call> of(EngineCalls calls);
  }

  /** One call of the engine for each batch of jobs that are due within a day. */
  public final Turn schedule(Callers callers, int size, Duration time) {
    return calls(
        callers,
        time,
        calls -> caller -> calls.scheduling(new JobSource(caller), size, JobSource::nextJobs));
  }

  /** One call of the engine for each batch of jobs that are due already. */
  public final Turn scheduleDue(Callers callers, int size, int priorities, Duration time) {
    return calls(
        callers,
        time,
        calls ->
            caller ->
                calls.scheduling(new JobSource(caller, priorities), size, JobSource::nextDueJobs));
  }

  /** Each caller of the library schedules one job after the other and waits until it is stored. */
  public final Turn scheduleByLibrary(Callers callers, Duration time) {
    return () -> {
      try (Duetime duetime = Duetime.open(empty())) {
        return measure(() -> callers.during(time, new LibraryCalls(duetime)::scheduling));
      }
    };
  }

  /** Each caller claims and then acknowledges, a batch at a time, until none is left. */
  public final Turn claimAndAck(Callers callers, int size, int priorities, int jobs) {
    return () -> {
      try (Engine engine = EngineCalls.open(empty())) {
        EngineCalls calls = new EngineCalls(engine, durability);
        calls.loadDue(jobs, priorities);
        AtomicInteger left = new AtomicInteger(jobs);
        Callers.Call claiming = calls.claiming(size, left);
        return measure(() -> callers.asLongAs(() -> left.get() > 0, caller -> claiming));
      }
    };
  }

  /** A worker of 16 handlers that do nothing takes what is due, until the last has begun. */
  public final Turn work(int jobs) {
    return () -> {
      try (Duetime duetime = Duetime.open(empty())) {
        LibraryCalls calls = new LibraryCalls(duetime);
        calls.load(jobs);
        return measure(() -> calls.handling(jobs));
      }
    };
  }

  /** How late a loop of the engine gets its jobs. */
  public final Turn lateLoop(Lateness.Load load) {
    return () -> {
      try (Engine engine = EngineCalls.open(empty());
          Lateness.Consumer consumer = new ClaimLoop.OfEngine(engine, durability)) {
        return load.run(consumer).figures();
      }
    };
  }

  /** How late a worker of the library begins its jobs. */
  public final Turn lateWorker(Lateness.Load load) {
    return () -> {
      try (Duetime duetime = Duetime.open(empty());
          Lateness.Consumer consumer = new LibraryCalls(duetime).consumer()) {
        return load.run(consumer).figures();
      }
    };
  }

  /** What a job that waits takes, and how long cancelling and moving take, one job a call. */
  public final Turn changeWaiting(int jobs) {
    return () -> {
      try (Engine engine = EngineCalls.open(empty())) {
        EngineCalls calls = new EngineCalls(engine, durability);
        double before = bytes();
        List<String> ids = calls.load(new JobSource(1), jobs, JobSource::nextJobs);
        double bytes = (bytes() - before) / jobs;
        int each = Math.min(CHANGED, jobs / 4);
        int[] some = new SplittableRandom(1).ints(0, jobs).distinct().limit(4L * each).toArray();
        List<String> changed = Arrays.stream(some).mapToObj(ids::get).toList();
        return new Figures()
            .with("bytes a job", "%.1f", bytes)
            .with(timed("cancel", changed.subList(0, 2 * each), id -> calls.cancel(List.of(id))))
            .with(
                timed("move", changed.subList(2 * each, 4 * each), id -> calls.move(List.of(id))));
      }
    };
  }

  /** The first half warms up. */
  private static Figures timed(String what, List<String> ids, Consumer<String> change) {
    Histogram nanos = new Histogram(3);
    ids.subList(0, ids.size() / 2).forEach(change);
    for (String id : ids.subList(ids.size() / 2, ids.size())) {
      long start = System.nanoTime();
      change.accept(id);
      nanos.recordValue(System.nanoTime() - start);
    }
    return Lateness.percentiles(nanos, what, 1e6);
  }

  /** What workers cost that have nothing to do, one for each queue of one process. */
  public final Turn idle(int queues, Sizes sizes) {
    return () -> {
      try (Duetime duetime = Duetime.open(empty())) {
        for (int i = 0; i < queues; i++) {
          duetime.queue("idle" + i, Codec.bytes()).worker(job -> {}).start();
        }
        sizes.rest(); // until all have claimed
        double ours = Callers.cpuSeconds();
        double server = serverSeconds();
        double trips = roundTrips();
        sizes.rest();
        double percent = 100 / sizes.idleSeconds;
        return new Figures()
            .with("our CPU, % of a core", "%.2f", (Callers.cpuSeconds() - ours) * percent)
            .with("server CPU, % of a core", "%.2f", (serverSeconds() - server) * percent)
            .with("round trips/s", "%.1f", (roundTrips() - trips) / sizes.idleSeconds);
      }
    };
  }
}
