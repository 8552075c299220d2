package io.duetime.bench.comparison;

import io.duetime.bench.comparison.Results.Turn;
import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.Conditions;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.Rows.MissingPeerException;
import io.duetime.bench.harness.Sizes;
import io.duetime.bench.peer.Keeper.Running;
import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.RedisTalk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * Measures all systems in turns: for each run, each time, each system in a process of its own with
 * an empty store of its own. What fails, hangs or is missing does not keep the others.
 */
@Command(
    name = "bench/run peers",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    description = "Measures Duetime and its peers by the same runs, and writes a page.")
public final class PeersBench implements Callable<Integer> {
  /** What is measured, in this order. */
  static final List<String> RUNS =
      List.of("schedule", "drain", "steady", "burst", "wave", "pending", "idle", "kill");

  /** The name of the machine among the systems. */
  static final String YARDSTICK = "yardstick";

  private static final Path WORK = Path.of("bench", "target", "peers", "runs");

  private static final long READING_MILLIS = 10_000;

  @CommandLine.Spec private CommandSpec command = CommandSpec.create();

  @Mixin private Sizes sizes = new Sizes();

  @Option(names = "--smoke", description = "as short as shows that it works")
  private boolean isSmoke;

  @Option(names = "--quick", description = "small: half an hour a turn")
  private boolean isQuick;

  @Option(names = "--only", split = ",", description = "systems, such as redisson,bullmq")
  private List<Spec> only = new ArrayList<>();

  @Option(names = "--runs", split = ",", description = "such as drain,steady")
  private List<String> runs = RUNS;

  @Option(names = "--turns", description = "of each run, for medians and ranges")
  private int turns = 1;

  @Option(names = "--resume", description = "keeps what an earlier call has measured")
  private boolean resumes;

  @Option(names = "--page", description = "folder of the page; docs/reports, or target if short")
  private @Nullable Path page;

  /** Measures and writes. */
  public static void main(String... args) {
    CommandLine command = new CommandLine(new PeersBench());
    System.exit(command.registerConverter(Spec.class, Peers::named).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    String length = isSmoke ? "smoke" : isQuick ? "quick" : "full";
    boolean isFull = length.equals("full");
    System.setProperty("duetime.redis.server", sizes.server);
    System.setProperty("java.awt.headless", "true");
    Results results = new Results(WORK.resolve(length + ".tsv"), resumes);
    List<Spec> specs = only.isEmpty() ? Peers.all() : only;
    System.out.println(Conditions.machine());
    for (String run : runs) {
      for (int turn = 1; turn <= turns; turn++) {
        Turn machine = new Turn(results, run, YARDSTICK, turn);
        if (!machine.isDone()) {
          yardsticks(machine);
        }
        for (Spec spec : inTurn(specs, turn)) {
          Turn one = new Turn(results, run, spec.name(), turn);
          if (!one.isDone()) {
            measure(one, spec, length);
          }
        }
      }
    }
    Path folder = page != null ? page : isFull ? Path.of("docs", "reports") : WORK;
    List<String> options = command.commandLine().getParseResult().originalArgs();
    String call = "bench/run peers " + String.join(" ", options);
    new Report(results, Load.named(length), folder, call).write();
    System.out.printf("written: %s%n", folder.resolve("peers.md"));
    return 0;
  }

  /** So that no system is always measured after the same other one. */
  private static List<Spec> inTurn(List<Spec> specs, int turn) {
    List<Spec> turned = new ArrayList<>(specs);
    Collections.rotate(turned, (turn - 1) * 7);
    return turned;
  }

  /** What depends on the machine alone, measured before each turn of a run. */
  private void yardsticks(Turn turn) {
    turn.put("fdatasync", Conditions.fsyncs(sizes.folder, true));
    turn.put("load", Conditions.randomLoadNanos());
    turn.put("set", sets());
    turn.done();
  }

  /** SETs of 100 bytes a second, 50 connections, one at a time each. */
  private static double sets() {
    try (RedisProcess server = RedisProcess.start()) {
      long begun = System.nanoTime();
      Figures figures =
          new Callers(50)
              .during(
                  Duration.ofSeconds(1),
                  caller -> {
                    RedisTalk talk = RedisTalk.with(server.port());
                    String value = "x".repeat(100);
                    return () -> {
                      talk.call("SET", "key", value);
                      return 1;
                    };
                  });
      return figures.jobs() * 1e9 / (System.nanoTime() - begun);
    }
  }

  private void measure(Turn turn, Spec spec, String length) throws InterruptedException {
    long begun = System.nanoTime();
    String reason = spec.without().get(turn.run());
    if (reason != null) {
      turn.none("without", reason);
    } else {
      try (Running keeper = spec.keeper().start(sizes)) {
        turn.none(Results.SERVER, keeper.version());
        List<String> command = Child.command(spec, turn.run(), keeper.place(), length);
        String end = runChild(command, turn, Load.named(length).limitSeconds());
        if (!end.isEmpty() && turn.failure().isEmpty()) {
          turn.none("error", end);
        }
      } catch (MissingPeerException missing) {
        turn.none("missing", String.valueOf(missing.getMessage()));
      } catch (InterruptedException interrupted) {
        throw interrupted;
      } catch (Exception failure) {
        turn.none("error", failure.toString());
      }
    }
    turn.done();
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf(
        "%s %d %s: %.1f s %s%n", turn.run(), turn.number(), turn.peer(), seconds, turn.failure());
  }

  /** Returns why it has not come to its end; empty if it has. */
  private static String runChild(List<String> command, Turn turn, long limitSeconds)
      throws IOException, InterruptedException {
    Path log = WORK.resolve(turn.run() + "-" + turn.peer() + ".log");
    Process child = new ProcessBuilder(command).redirectError(log.toFile()).start();
    Thread reader = new Thread(() -> read(child, turn), "findings");
    reader.start();
    boolean isOver = child.waitFor(limitSeconds, TimeUnit.SECONDS);
    child.descendants().forEach(ProcessHandle::destroyForcibly);
    child.destroyForcibly().waitFor();
    reader.join(READING_MILLIS);
    return !isOver
        ? "not over after " + limitSeconds + " s"
        : child.exitValue() != 0 ? "its process ended with " + child.exitValue() : "";
  }

  private static void read(Process child, Turn turn) {
    child
        .inputReader()
        .lines()
        .filter(line -> line.matches("[a-z][a-zA-Z0-9.]*\t(-\t.*|[-+.0-9E]+|NaN|Infinity)"))
        .forEach(turn::add);
  }
}
