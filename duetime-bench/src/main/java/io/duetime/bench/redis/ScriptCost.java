package io.duetime.bench.redis;

import io.duetime.Durability;
import io.duetime.bench.Engines;
import io.duetime.bench.Spread;
import io.duetime.bench.load.JobSource;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.Settlement;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What the server takes for a script call about one job, as its own statistics tell. */
final class ScriptCost {
  private static final int CALLS = 5_000;
  private static final long LEASE_MILLIS = 60_000;

  private final BenchServer server;
  private final PrintStream out;

  ScriptCost(BenchServer server, PrintStream out) {
    this.server = server;
    this.out = out;
  }

  /** Prints a table. */
  void run(int repetitions) {
    List<Double> schedules = new ArrayList<>();
    List<Double> claims = new ArrayList<>();
    List<Double> acks = new ArrayList<>();
    // The first one warms up.
    for (int i = 0; i <= repetitions; i++) {
      server.empty();
      try (Engine engine = Engines.open(server.uri())) {
        double empty = micros(() -> claim(engine));
        JobSource source = new JobSource(i);
        double schedule =
            micros(() ->
                await(engine.schedule(JobSource.QUEUE, source.nextDueJobs(1), Durability.NONE)));
        List<Settlement> leases = new ArrayList<>();
        for (int job = 0; job < CALLS; job++) {
          leases.add(new Settlement.Ack(claim(engine).jobs().get(0).lease()));
        }
        double ack =
            micros(() ->
                await(
                    engine.settle(
                        JobSource.QUEUE,
                        List.of(leases.remove(leases.size() - 1)),
                        Durability.NONE)));
        if (i > 0) {
          schedules.add(schedule);
          claims.add(empty);
          acks.add(ack);
        }
      }
    }
    out.printf(
        "%n%,d script calls one after the other; min / median / max of %d%n%n", CALLS, repetitions);
    out.println("| script | server, µs a call |");
    out.println("|---|---:|");
    row("schedule, a new job that is due", schedules);
    row("claim, nothing due", claims);
    row("ack, one job", acks);
  }

  private void row(String what, List<Double> micros) {
    out.printf("| %s | %s |%n", what, Spread.of(micros).format("%.1f"));
  }

  private double micros(Runnable call) {
    double before = server.scriptMicros();
    for (int i = 0; i < CALLS; i++) {
      call.run();
    }
    return (server.scriptMicros() - before) / CALLS;
  }

  private static ClaimResult claim(Engine engine) {
    return await(engine.claim(JobSource.QUEUE, ClaimRequest.of(1, LEASE_MILLIS)));
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
