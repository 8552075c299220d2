package io.duetime.bench.comparison;

import io.duetime.bench.harness.Conditions;
import io.duetime.bench.harness.Rows.MissingPeerException;
import io.duetime.bench.harness.Sizes;
import io.duetime.bench.peer.Keeper.Running;
import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

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

  private static final Path WORK = Path.of("bench", "target", "peers", "runs");

  private static final long READING_MILLIS = 10_000;

  @Mixin private Sizes sizes = new Sizes();

  @Option(names = "--smoke", description = "as short as shows that it works")
  private boolean isSmoke;

  @Option(names = "--quick", description = "small: about 20 minutes")
  private boolean isQuick;

  @Option(names = "--only", split = ",", description = "systems, such as redisson,bullmq")
  private List<String> only = new ArrayList<>();

  @Option(names = "--runs", split = ",", description = "such as drain,steady")
  private List<String> runs = RUNS;

  @Option(names = "--turns", description = "of each run; 3 by default, 1 if it is short")
  private int turns;

  @Option(names = "--resume", description = "keeps what an earlier call has measured")
  private boolean resumes;

  @Option(names = "--page", description = "folder of the page; docs/reports, or target if short")
  private @Nullable Path page;

  /** Measures and writes. */
  public static void main(String... args) {
    System.exit(new CommandLine(new PeersBench()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Load load = isSmoke ? Load.SMOKE : isQuick ? Load.QUICK : Load.FULL;
    boolean isShort = isSmoke || isQuick;
    String call = "bench/run peers" + (isSmoke ? " --smoke" : isQuick ? " --quick" : "");
    int count = turns > 0 ? turns : isShort ? 1 : 3;
    System.setProperty("duetime.redis.server", sizes.server);
    Results results =
        new Results(
            WORK.resolve(isSmoke ? "smoke.tsv" : isQuick ? "quick.tsv" : "full.tsv"), resumes);
    List<Spec> specs = chosen();
    System.setProperty("java.awt.headless", "true");
    Conditions.printMachine(System.out);
    for (String run : runs) {
      for (int turn = 1; turn <= count; turn++) {
        Yardstick.measure(results, run, turn, sizes);
        for (Spec spec : inTurn(specs, turn)) {
          measure(results, run, spec, turn, load);
        }
      }
    }
    Path folder = page != null ? page : isShort ? WORK : Path.of("docs", "reports");
    new Report(results, load, folder, call).write();
    System.out.printf("written: %s%n", folder.resolve("peers.md"));
    return 0;
  }

  private List<Spec> chosen() {
    List<String> names = Peers.all().stream().map(Spec::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new ParameterException(
            new CommandLine(this), "--only is '" + name + "'; allowed: " + names);
      }
    }
    return Peers.all().stream()
        .filter(spec -> only.isEmpty() || only.contains(spec.name()))
        .toList();
  }

  /** So that no system is always measured after the same other one. */
  private static List<Spec> inTurn(List<Spec> specs, int turn) {
    List<Spec> turned = new ArrayList<>(specs);
    Collections.rotate(turned, (turn - 1) * 7);
    return turned;
  }

  private void measure(Results results, String run, Spec spec, int turn, Load load)
      throws IOException, InterruptedException {
    if (results.has(run, spec.name(), turn)) {
      return;
    }
    long begun = System.nanoTime();
    String reason = spec.reasonWithout(run);
    if (!reason.isEmpty()) {
      results.none(run, spec.name(), turn, "without", reason);
    } else {
      try (Running keeper = spec.keeper().start(sizes)) {
        runChild(results, run, spec, turn, load, keeper);
      } catch (MissingPeerException missing) {
        results.none(run, spec.name(), turn, "missing", String.valueOf(missing.getMessage()));
      } catch (InterruptedException interrupted) {
        throw interrupted;
      } catch (Exception failure) {
        results.none(run, spec.name(), turn, "error", failure.toString());
      }
    }
    results.add(run, spec.name(), turn, Results.DONE + Findings.TAB + 1);
    System.out.printf(
        "%s %d %s: %.1f s %s%n",
        run,
        turn,
        spec.name(),
        (System.nanoTime() - begun) / 1e9,
        results.reason(run, spec.name(), Results.DONE).orElse(""));
  }

  private void runChild(Results results, String run, Spec spec, int turn, Load load, Running keeper)
      throws IOException, InterruptedException, MissingPeerException {
    Path log = WORK.resolve(run + "-" + spec.name() + ".log");
    List<String> command =
        new ArrayList<>(spec.isOfNode() ? NodeProgram.command(WORK, spec) : childCommand(spec));
    command.addAll(List.of(run, keeper.place().uri(), "" + keeper.place().pid(), load.toString()));
    Process child = new ProcessBuilder(command).redirectError(log.toFile()).start();
    Thread reader = new Thread(() -> read(child, results, run, spec, turn), "findings");
    reader.start();
    boolean isOver = child.waitFor(limitSeconds(load), TimeUnit.SECONDS);
    child.descendants().forEach(ProcessHandle::destroyForcibly);
    if (!isOver) {
      child.destroyForcibly();
    }
    reader.join(READING_MILLIS);
    String reason =
        isOver
            ? "its process ended with " + child.exitValue()
            : "not over after " + limitSeconds(load) + " s";
    if ((!isOver || child.exitValue() != 0)
        && results.reason(run, spec.name(), Results.DONE).isEmpty()) {
      results.none(run, spec.name(), turn, "error", reason);
    }
  }

  private static List<String> childCommand(Spec spec) {
    List<String> command = new ArrayList<>(Child.command());
    command.addAll(List.of(Child.class.getName(), spec.name()));
    return command;
  }

  private static long limitSeconds(Load load) {
    return (long)
        (90
            + 4 * load.loadSeconds()
            + 2 * load.waitSeconds()
            + 4 * load.seconds()
            + 3 * load.idleSeconds()
            + 2 * load.latenessSeconds()
            + 4L * load.kills());
  }

  private static void read(Process child, Results results, String run, Spec spec, int turn) {
    try (BufferedReader lines = child.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.matches("[a-z][a-zA-Z0-9.]*\t(-\t.*|[-+.0-9E]+|NaN|Infinity)")) {
          results.add(run, spec.name(), turn, line);
        }
      }
    } catch (IOException killed) {
      System.err.println(killed);
    }
  }
}
