package io.duetime.bench.redis;

import io.duetime.Durability;
import io.duetime.bench.BenchEngines;
import io.duetime.bench.MeasuredSpread;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.redis.prototype.BareCommands;
import io.duetime.bench.redis.prototype.Prototype;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.Settlement;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What the server takes for a script call about one job, as its own statistics tell, beside the
 * prototype's: with one caller, where the server sleeps between two calls, and with many of a queue
 * each, so that no two of their jobs share a call.
 */
final class ScriptCost {
  private static final int CALLS = 6_400;
  private static final int MANY = 32;
  private static final long LEASE_MILLIS = 60_000;

  private final BenchServer server;
  private final PrintStream out;
  private final Map<String, Map<Integer, List<Double>>> found = new LinkedHashMap<>();

  ScriptCost(BenchServer server, PrintStream out) {
    this.server = server;
    this.out = out;
  }

  /** Prints a table. */
  void run(int repetitions) {
    // The first one warms up.
    for (int i = 0; i <= repetitions; i++) {
      if (i == 1) {
        found.clear();
      }
      measure(1);
      measure(MANY);
    }
    out.printf(
        "%n%,d script calls about one job each; µs a call on the server; min / median / max of"
            + " %d%n%n",
        CALLS, repetitions);
    out.printf("| script | one caller | %d callers, a queue each |%n", MANY);
    out.println("|---|---:|---:|");
    found.forEach((what, micros) ->
        out.printf(
            "| %s | %s | %s |%n",
            what,
            MeasuredSpread.of(micros.getOrDefault(1, List.of())).format("%.1f"),
            MeasuredSpread.of(micros.getOrDefault(MANY, List.of())).format("%.1f")));
  }

  private void measure(int callers) {
    server.empty();
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try (Engine engine = BenchEngines.open(server.uri());
        BareCommands bare = new BareCommands(server.uri());
        Prototype prototype = new Prototype(server.uri())) {
      List<Lane> lanes =
          IntStream.range(0, callers).mapToObj(i -> new Lane(engine, bare, prototype, i)).toList();
      take(callers, "claim, nothing due", lanes, Lane::claim, threads);
      take(callers, "schedule, a new job that is due", lanes, Lane::schedule, threads);
      lanes.forEach(lane -> lane.takeAll(CALLS / callers));
      take(callers, "ack, one job", lanes, Lane::ack, threads);
      take(callers, "schedule's five commands alone", lanes, Lane::scheduleBare, threads);
      lanes.forEach(Lane::leaseBare);
      take(callers, "ack's seven commands alone", lanes, Lane::ackBare, threads);
      take(callers, "prototype, HSET and ZADD of a job", lanes, Lane::schedulePrototype, threads);
    } finally {
      threads.shutdown();
    }
  }

  private void take(
      int callers, String what, List<Lane> lanes, Consumer<Lane> call, ExecutorService threads) {
    int calls = CALLS / callers;
    double before = server.scriptMicros();
    CompletableFuture.allOf(
            lanes.stream()
                .map(lane ->
                    CompletableFuture.runAsync(
                        () -> IntStream.range(0, calls).forEach(i -> call.accept(lane)), threads))
                .toArray(CompletableFuture[]::new))
        .join();
    found
        .computeIfAbsent(what, none -> new LinkedHashMap<>())
        .computeIfAbsent(callers, none -> new ArrayList<>())
        .add((server.scriptMicros() - before) / (calls * callers));
  }

  /** One caller with a queue of its own. */
  private static final class Lane {
    private final Engine engine;
    private final BareCommands bare;
    private final Prototype prototype;
    private final String queue;
    private final JobSource source;
    private final Deque<Settlement> leases = new ArrayDeque<>();
    private final Deque<String> bareIds = new ArrayDeque<>();

    Lane(Engine engine, BareCommands bare, Prototype prototype, int number) {
      this.engine = engine;
      this.bare = bare;
      this.prototype = prototype;
      this.queue = JobSource.QUEUE + number;
      this.source = new JobSource(number);
    }

    private ClaimResult claim() {
      return await(engine.claim(queue, ClaimRequest.of(1, LEASE_MILLIS)));
    }

    private void schedule() {
      await(engine.schedule(queue, source.nextDueJobs(1), Durability.NONE));
    }

    private void takeAll(int jobs) {
      for (int i = 0; i < jobs; i++) {
        leases.add(new Settlement.Ack(claim().jobs().get(0).lease()));
      }
    }

    private void ack() {
      await(engine.settle(queue, List.of(leases.remove()), Durability.NONE));
    }

    private void scheduleBare() {
      String id = source.nextId();
      bareIds.add(id);
      bare.schedule(queue, id, System.currentTimeMillis());
    }

    private void leaseBare() {
      bareIds.forEach(id -> bare.lease(queue, id, System.currentTimeMillis() + LEASE_MILLIS));
    }

    private void ackBare() {
      bare.ack(queue, bareIds.remove());
    }

    private void schedulePrototype() {
      await(prototype.schedule(List.of(Prototype.Job.due(source))));
    }

    private static <T> T await(CompletionStage<T> stage) {
      return stage.toCompletableFuture().join();
    }
  }
}
