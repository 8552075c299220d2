package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.process.Pause;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command {@code duetime torture}: starts a store and clients, disturbs them, and judges. */
public final class Torture {
  private static final long WARM_UP_MILLIS = 60_000;
  private static final PrintStream OUT = System.out;

  private Torture() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(exitCode(arguments));
  }

  private static int exitCode(String[] arguments) {
    if (List.of(arguments).contains("--help")) {
      OUT.println(Options.USAGE);
      return 0;
    }
    try {
      return run(Options.parse(arguments)).isClean() ? 0 : 1;
    } catch (IllegalArgumentException wrong) {
      OUT.println(wrong.getMessage());
      OUT.println("Try 'duetime torture --help'.");
      return 2;
    } catch (IOException | RuntimeException | AssertionError failed) {
      failed.printStackTrace(OUT);
      return 3;
    }
  }

  private static Findings run(Options options) throws IOException {
    Path report = Files.createDirectories(options.report());
    OUT.printf(
        "store %s, time %s, seed %d, report in %s%n",
        options.store(), options.time(), options.seed(), report);
    try (TestedStore store = TestedStore.of(options)) {
      store.start();
      TortureClients clients = new TortureClients(store, options);
      List<Fault> plan =
          Fault.plan(options.seed(), options.time().toMillis(), store.possible(options.faults()));
      Files.write(report.resolve("plan.txt"), plan.stream().map(Fault::toString).toList());
      OUT.printf("plan: %d faults, in plan.txt%n", plan.size());
      store.impossible.forEach((kind, why) -> OUT.println(kind + ": " + why));
      FaultRunner runner = new FaultRunner(store, clients);
      try {
        clients.start();
        if (!Pause.until(WARM_UP_MILLIS, clients::areAtWork)) {
          OUT.println("not all clients are at work after a minute; their logs are in logs");
        }
        long start = System.currentTimeMillis();
        runner.run(plan, options.time().toMillis());
        clients.end();
        OUT.println("healing, draining and judging");
        Findings findings = new Judge(options, store, clients, runner).judge(start);
        Files.writeString(report.resolve("report.txt"), findings.text());
        Files.writeString(report.resolve("report.html"), HtmlReport.of(findings));
        OUT.print(findings.text());
        return findings;
      } finally {
        clients.end();
      }
    }
  }
}
