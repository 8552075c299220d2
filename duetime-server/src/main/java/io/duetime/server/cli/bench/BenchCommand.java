package io.duetime.server.cli.bench;

import io.duetime.server.DuetimeServer;
import io.duetime.server.HostPort;
import io.duetime.server.ServerSettings;
import io.duetime.server.cli.queue.QueueUse;
import io.duetime.server.cli.remote.Remote;
import io.duetime.server.cli.remote.RemoteFailure;
import io.duetime.server.cli.remote.ServerOptions;
import io.duetime.server.cli.terminal.CommandFailure;
import io.duetime.server.cli.terminal.ExitCode;
import io.duetime.server.cli.terminal.Terminal;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures a running server, or a store with a server in this process. */
@Command(
    name = "bench",
    description = {
      "Measure how many jobs a server takes and gives in a second, and how late.",
      "Uses a queue of its own, which it deletes at the end."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "%nLateness is the time from the due time of a job to its claim, by the clock of the store.",
      "%nExamples:",
      "  duetime bench",
      "  duetime bench --jobs 200000 --callers 16 --json",
      "  duetime bench --store embedded:./bench-data --per-second 0"
    })
public final class BenchCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--store",
      paramLabel = "URI",
      description = "Start a server on this store in this process, and measure that.")
  private @Nullable String store;

  @Option(
      names = "--queue",
      paramLabel = "QUEUE",
      description = "The queue, which must not exist yet; default: a new one, bench-….")
  private @Nullable String queue;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Jobs to schedule and to work; default: ${DEFAULT-VALUE}.")
  private int jobs = 20_000;

  @Option(
      names = "--callers",
      paramLabel = "N",
      description = "Calls at once; default: ${DEFAULT-VALUE}.")
  private int callers = 8;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Jobs of a call; default: ${DEFAULT-VALUE}.")
  private int batch = 100;

  @Option(
      names = "--payload-bytes",
      paramLabel = "N",
      description = "Bytes of each payload; default: ${DEFAULT-VALUE}.")
  private int payloadBytes = 100;

  @Option(
      names = "--per-second",
      paramLabel = "N",
      description =
          "Jobs that become due in a second for lateness; 0 for none; default: ${DEFAULT-VALUE}.")
  private int perSecond = 1_000;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long to measure lateness; default: ${DEFAULT-VALUE}.")
  private int seconds = 5;

  /** Prints to the terminal, and goes by its time. */
  public BenchCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    BenchPlan plan = new BenchPlan(jobs, callers, batch, payloadBytes, perSecond, seconds);
    if (store == null) {
      return measure(server.connect(terminal), plan);
    }
    if (server.isGiven()) {
      throw new CommandFailure("--store and --server both name what to measure; give one of them");
    }
    ServerSettings settings =
        ServerSettings.builder().store(store).http(new HostPort("127.0.0.1", 0)).build();
    try (DuetimeServer own = DuetimeServer.start(settings, terminal.time())) {
      return measure(server.connect("http://127.0.0.1:" + own.http().getPort()), plan);
    }
  }

  private int measure(Remote remote, BenchPlan plan) throws InterruptedException {
    String name = queue == null ? "bench-" + UUID.randomUUID() : queue;
    if (queue != null && !QueueUse.isNone(remote, queue)) {
      throw new CommandFailure("queue " + queue + " exists; name one that does not");
    }
    BenchCalls target = new BenchCalls(remote, name, plan.payloadBytes());
    BenchResult result;
    try {
      result = new BenchRun(plan, target, terminal.time()).run();
    } catch (RuntimeException failed) {
      deleteAfter(failed, target);
      throw failed;
    }
    target.delete();
    if (server.isJson()) {
      terminal.print(result.json().text());
    } else {
      result.lines().forEach(terminal::print);
    }
    return ExitCode.OK;
  }

  /** The failure of the bench is what its caller has to know. */
  private static void deleteAfter(RuntimeException failed, BenchCalls target) {
    try {
      target.delete();
    } catch (RemoteFailure another) {
      failed.addSuppressed(another);
    }
  }
}
