package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.TortureClient.Role;
import io.duetime.engine.tck.torture.process.Pause;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The command {@code duetime torture}: starts a store and clients, disturbs them, and judges. */
public final class Torture {
  private static final List<Role> LEAST =
      List.of(
          Role.PRODUCER,
          Role.CLAIMER,
          Role.WORKER,
          Role.SHIFTER,
          Role.CANCELLER,
          Role.MOVER,
          Role.WIRE,
          Role.WORKER,
          Role.CLAIMER);
  private static final List<Role> MORE = List.of(Role.PRODUCER, Role.CLAIMER, Role.WORKER);
  private static final long WARM_UP_MILLIS = 60_000;
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String CLOCK_LIBRARY = "libfaketimeMT.so.1";

  private final Options options;
  private final PrintStream out;

  private Torture(Options options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out));
  }

  /** Runs the command; answers its exit code. */
  static int run(String[] arguments, PrintStream out) {
    if (List.of(arguments).contains("--help")) {
      out.println(Options.USAGE);
      return 0;
    }
    try {
      return new Torture(Options.parse(arguments), out).run().isClean() ? 0 : 1;
    } catch (IllegalArgumentException wrong) {
      out.println(wrong.getMessage());
      out.println("Try 'duetime torture --help'.");
      return 2;
    } catch (IOException | RuntimeException | AssertionError failed) {
      failed.printStackTrace(out);
      return 3;
    }
  }

  /** Runs and judges. */
  static Findings judge(Options options, PrintStream out) throws IOException {
    return new Torture(options, out).run();
  }

  private Findings run() throws IOException {
    Files.createDirectories(options.report());
    out.printf(
        "store %s, time %s, seed %d, report in %s%n",
        options.store(), options.time(), options.seed(), options.report());
    try (TestedStore store = TestedStore.of(options)) {
      store.start();
      TortureClients clients = new TortureClients(store, options, roles(store));
      String library = clockLibrary();
      Map<Kind, String> impossible = new EnumMap<>(Kind.class);
      impossible.putAll(store.impossible);
      if (library == null) {
        impossible.put(Kind.CLOCK, "not possible: libfaketime is not installed");
      }
      List<Fault> plan = plan(store, impossible.keySet());
      writePlan(plan, impossible);
      FaultRunner runner = new FaultRunner(store, clients, library);
      try {
        clients.start();
        if (!Pause.until(WARM_UP_MILLIS, clients::areAtWork)) {
          out.println("not all clients are at work after a minute; their logs are in logs");
        }
        long start = System.currentTimeMillis();
        runner.run(plan, options.time().toMillis());
        clients.end();
        out.println("healing, draining and judging");
        Judge judge = new Judge(options, store, clients, runner, impossible);
        return report(judge.judge(start));
      } finally {
        clients.end();
      }
    }
  }

  private Findings report(Findings findings) throws IOException {
    Files.writeString(options.report().resolve("report.txt"), findings.text());
    Files.writeString(options.report().resolve("report.html"), HtmlReport.of(findings));
    out.print(findings.text());
    return findings;
  }

  private List<Role> roles(TestedStore store) {
    List<Role> roles = new ArrayList<>(LEAST.subList(0, Math.min(LEAST.size(), options.clients())));
    while (roles.size() < options.clients()) {
      roles.add(MORE.get(roles.size() % MORE.size()));
    }
    roles.replaceAll(role -> role == Role.WIRE && store.wirePort == 0 ? Role.PRODUCER : role);
    return roles;
  }

  private List<Fault> plan(TestedStore store, Set<Kind> impossible) {
    Set<Kind> kinds =
        store.possible().stream()
            .filter(kind -> options.faults().contains(kind.group) && !impossible.contains(kind))
            .collect(Collectors.toCollection(TreeSet::new));
    return Fault.plan(options.seed(), options.time().toMillis(), kinds);
  }

  private void writePlan(List<Fault> plan, Map<Kind, String> impossible) throws IOException {
    List<String> lines = plan.stream().map(Fault::toString).toList();
    Files.write(options.report().resolve("plan.txt"), lines);
    out.printf("plan: %d faults, in plan.txt%n", lines.size());
    impossible.forEach((kind, why) -> out.println(kind + ": " + why));
  }

  private static @Nullable String clockLibrary() throws IOException {
    if (!Files.isDirectory(LIBRARIES)) {
      return null;
    }
    try (DirectoryStream<Path> systems = Files.newDirectoryStream(LIBRARIES, "*-linux-gnu*")) {
      for (Path system : systems) {
        Path library = system.resolve("faketime").resolve(CLOCK_LIBRARY);
        if (Files.exists(library)) {
          return library.toString();
        }
      }
    }
    return null;
  }
}
