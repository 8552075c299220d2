package io.duetime.bench;

import static io.duetime.bench.harness.Group.cold;
import static io.duetime.bench.harness.Group.once;
import static io.duetime.bench.harness.Group.warm;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Durability;
import io.duetime.JobQueue;
import io.duetime.bench.Prototype.Job;
import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.EngineCalls;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Group;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.Lateness;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Sizes;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.redis.fixture.RedisTalk;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What only Redis is asked: the cost of a script, of a job that waits and of a cancel; and several
 * workers on one server. A process is a library with connections of its own, unless it is killed.
 */
public final class RedisGroups {
  private static final int CANCELLED = 10_000;

  private final RedisServer server;
  private final Sizes sizes;

  private RedisGroups(Rows rows) {
    this.server = rows.manage(RedisServer.start());
    this.sizes = rows.sizes;
    rows.note(server.describe());
  }

  /** Lists them. */
  public static List<Group> all() {
    return List.of(
        warm(
            "redis/script",
            "calls about one job each, by the statistics of the server, µs a call",
            rows -> {
              RedisGroups redis = new RedisGroups(rows);
              rows.ours("one caller", () -> redis.scripts(1));
              rows.ours("32 callers, a queue each", () -> redis.scripts(32));
            }),
        once(
            "redis/pending",
            "cancelling jobs one after the other, of many that wait",
            rows -> {
              RedisGroups redis = new RedisGroups(rows);
              rows.ours("engine", redis::cancelEngine);
              rows.peer("prototype", redis::cancelPrototype);
              rows.peer("PING instead", redis::ping);
            }),
        cold(
            "redis/second",
            "jobs due in one second, 4 callers, 500 a call, and GETs of another client",
            rows -> {
              RedisGroups redis = new RedisGroups(rows);
              rows.ours("engine", redis::drainEngine);
              rows.base("prototype", redis::drainPrototype);
            }),
        once(
            "redis/idle",
            "10 idle workers of 10 queues in one process",
            rows -> rows.ours("workers", new RedisGroups(rows)::idle)),
        once(
            "redis/watched",
            "new queues with an idle worker each in each process",
            rows -> {
              RedisGroups redis = new RedisGroups(rows);
              int few = Math.max(10, rows.sizes.pending / 500);
              rows.ours(few + " queues", () -> redis.watch(few, 1));
              rows.ours(10 * few + " queues", () -> redis.watch(10 * few, 1));
              rows.ours(few + " queues in 10 processes", () -> redis.watch(few, 10));
            }));
  }

  /** Callers have a queue each, so that no two of their jobs share a call. */
  private Figures scripts(int callers) {
    int each = Math.min(6_400, sizes.jobs) / callers;
    Figures figures = new Figures();
    try (Engine engine = EngineCalls.open(server.empty());
        Prototype prototype = new Prototype(server.uri())) {
      List<EngineCalls> queues =
          IntStream.range(0, callers)
              .mapToObj(i -> new EngineCalls(engine, "bench" + i, Durability.NONE))
              .toList();
      List<Deque<ClaimedJob>> claimed =
          IntStream.range(0, callers).<Deque<ClaimedJob>>mapToObj(i -> new ArrayDeque<>()).toList();
      script(figures, callers, each, "claim, nothing due", i -> queues.get(i).claim(1));
      script(
          figures,
          callers,
          each,
          "schedule",
          i -> queues.get(i).schedule(new JobSource(i).nextDueJobs(1), Durability.NONE));
      script(
          figures,
          callers,
          each,
          "claim",
          i -> claimed.get(i).addAll(queues.get(i).claim(1).jobs()));
      script(
          figures,
          callers,
          each,
          "ack",
          i -> queues.get(i).acknowledge(List.of(claimed.get(i).remove())));
      script(
          figures,
          callers,
          each,
          "prototype's HSET and ZADD",
          i -> EngineCalls.await(prototype.schedule(List.of(Job.due(new JobSource(i))))));
    }
    return figures;
  }

  private void script(
      Figures figures, int callers, int each, String what, Consumer<Integer> script) {
    double before = server.scriptMicros();
    new Callers(callers)
        .once(caller ->
            () -> {
              for (int i = 0; i < each; i++) {
                script.accept(caller);
              }
              return each;
            });
    figures.with(what, "%.1f", (server.scriptMicros() - before) / (each * callers));
  }

  private Figures cancelEngine() {
    try (Engine engine = EngineCalls.open(server.empty())) {
      EngineCalls calls = new EngineCalls(engine, Durability.NONE);
      List<String> ids = new ArrayList<>(sizes.pending);
      double before = server.sum("memory", "used_memory");
      calls.load(
          new JobSource(1),
          sizes.pending,
          (source, count) -> {
            List<JobSpec> made = source.nextJobs(count);
            made.forEach(job -> ids.add(job.id()));
            return made;
          });
      return bytes(before).with(timed(ids, id -> calls.cancel(List.of(id))));
    }
  }

  private Figures cancelPrototype() {
    try (Prototype prototype = new Prototype(server.empty())) {
      double before = server.sum("memory", "used_memory");
      List<String> ids = prototype.load(sizes.pending, Job::pending);
      return bytes(before).with(timed(ids, prototype::cancel));
    }
  }

  private Figures bytes(double before) {
    double bytes = server.sum("memory", "used_memory") - before;
    return new Figures().with("bytes a job", "%.1f", bytes / sizes.pending);
  }

  private Figures ping() {
    try (Prototype prototype = new Prototype(server.uri())) {
      return timed(
          IntStream.range(0, sizes.pending).mapToObj(Integer::toString).toList(),
          id -> prototype.ping());
    }
  }

  /** Does it with 10,000 at random, after as many to warm up. */
  private static Figures timed(List<String> ids, Consumer<String> work) {
    Histogram nanos = new Histogram(3);
    int count = Math.min(CANCELLED, ids.size() / 4);
    List<Integer> some =
        new SplittableRandom(1).ints(0, ids.size()).distinct().limit(2L * count).boxed().toList();
    some.subList(0, count).forEach(place -> work.accept(ids.get(place)));
    for (int place : some.subList(count, 2 * count)) {
      long start = System.nanoTime();
      work.accept(ids.get(place));
      nanos.recordValue(System.nanoTime() - start);
    }
    return Lateness.percentiles(nanos, "cancel", 1e6);
  }

  private Figures drainEngine() throws InterruptedException {
    try (Engine engine = EngineCalls.open(server.empty())) {
      EngineCalls calls = new EngineCalls(engine, Durability.NONE);
      calls.loadSecond(sizes.pending);
      AtomicInteger left = new AtomicInteger(sizes.pending);
      return drain(left, calls.claiming(500, left));
    }
  }

  private Figures drainPrototype() throws InterruptedException {
    try (Prototype prototype = new Prototype(server.empty())) {
      long second = System.currentTimeMillis() - 1_000;
      prototype.load(sizes.pending, source -> Job.of(source, second + source.nextDelay() % 1_000));
      AtomicInteger left = new AtomicInteger(sizes.pending);
      return drain(left, prototype.claiming(500, left));
    }
  }

  /** Another client of the same server sends a GET every millisecond meanwhile. */
  private Figures drain(AtomicInteger left, Callers.Call call) throws InterruptedException {
    Histogram nanos = new Histogram(3);
    Runnable getting =
        () -> {
          try (RedisTalk talk = RedisTalk.with(server.port())) {
            while (left.get() > 0) {
              long start = System.nanoTime();
              talk.call("GET", "neighbour");
              nanos.recordValue(System.nanoTime() - start);
              LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
          }
        };
    Thread neighbour = new Thread(getting);
    neighbour.start();
    Figures figures = new Callers(4).asLongAs(() -> left.get() > 0, caller -> call);
    neighbour.join();
    return figures.with(Lateness.percentiles(nanos, "GET", 1e6));
  }

  private Figures idle() throws InterruptedException {
    try (Duetime duetime = Duetime.open(server.empty())) {
      for (int i = 0; i < 10; i++) {
        JobQueue<byte[]> queue = duetime.queue("idle" + i, Codec.bytes());
        queue.schedule("far", new byte[1], Duration.ofDays(1));
        queue.worker(job -> {}).start();
      }
      Thread.sleep(3_000);
      return rest();
    }
  }

  /** A read is about a round trip of a client. */
  private Figures rest() throws InterruptedException {
    double cpu = server.cpuSeconds();
    double commands = server.sum("stats", "total_commands_processed");
    double reads = server.sum("stats", "total_reads_processed");
    sizes.rest();
    double readsThen = server.sum("stats", "total_reads_processed") - 1;
    double commandsThen = server.sum("stats", "total_commands_processed") - 3;
    return new Figures()
        .with("idle: round trips/s", "%.1f", (readsThen - reads) / sizes.idleSeconds)
        .with("commands/s", "%.0f", (commandsThen - commands) / sizes.idleSeconds)
        .with("CPU, % of a core", "%.2f", (server.cpuSeconds() - cpu) / sizes.idleSeconds * 100);
  }

  private Figures watch(int queues, int processes) throws InterruptedException {
    server.empty();
    List<Duetime> open = new ArrayList<>();
    try {
      double cpu = server.cpuSeconds();
      long start = System.nanoTime();
      for (int i = 0; i < processes; i++) {
        Duetime duetime = Duetime.open(server.uri());
        open.add(duetime);
        for (int j = 0; j < queues; j++) {
          duetime.queue("watched" + j, Codec.bytes()).worker(job -> {}).start();
        }
      }
      while (claimedFrom(queues) < queues) {
        Thread.sleep(100);
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      Thread.sleep(10_000);
      double millis = (server.cpuSeconds() - cpu) * 1e3;
      return new Figures()
          .with("until each was claimed from, s", "%.1f", seconds)
          .with("server CPU until 10 s later, ms a queue", "%.2f", millis / queues)
          .with(rest());
    } finally {
      open.forEach(Duetime::close);
    }
  }

  private int claimedFrom(int queues) {
    String script =
        """
        local claimed = 0
        for i = 0, ARGV[1] - 1 do
          claimed = claimed + redis.call('HEXISTS', 'dt:{watched' .. i .. '}:meta', 'claims')
        end
        return claimed
        """;
    return Integer.parseInt(server.call("EVAL", script, "0", Integer.toString(queues)));
  }
}
