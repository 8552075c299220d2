package io.duetime.cli.work;

import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryableException;
import io.duetime.WorkerSettings;
import io.duetime.cli.command.QueueList;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerWait;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.LogLevel;
import io.duetime.cli.terminal.Terminal;
import io.duetime.runtime.call.HostName;
import io.duetime.settings.DurationReader;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a command for every job of a queue. */
@Command(
    name = "work",
    description = "Run a command for each due job of a queue.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nThe command runs by 'sh -c', with the payload on its standard input. Exit code 0 "
          + "acknowledges the job. Any other code retries it by its policy; the reason is the code "
          + "and the end of its standard error.",
      "%nIts environment has DUETIME_QUEUE, DUETIME_ID, DUETIME_ATTEMPT, DUETIME_MAX_ATTEMPTS, "
          + "DUETIME_DUE_AT, DUETIME_FIRST_DUE_AT, DUETIME_LATENESS_MS, DUETIME_FENCE, "
          + "DUETIME_MAY_HAVE_ARRIVED, DUETIME_CONTENT_TYPE, DUETIME_PRIORITY and DUETIME_HEADER_<NAME> for each header.",
      "%nExample:",
      "  duetime work order-timeouts --exec './close-order.sh \"$DUETIME_ID\"' -c 4"
    })
public final class WorkCommand implements Callable<Integer> {
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final Duration LONGEST_RUN = Duration.ofDays(365);

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Option(
      names = "--exec",
      required = true,
      paramLabel = "CMD",
      description = "The command, as for 'sh -c'.")
  private String command = "";

  @Option(
      names = {"-c", "--concurrency"},
      paramLabel = "N",
      description = "The most commands that run at once; default: 1.")
  private int concurrency = 1;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description = "The lease of a job, extended while its command runs; default: 30s.")
  private String lease = "30s";

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Kill a command that runs longer; its job is retried.")
  private @Nullable String timeout;

  @Option(
      names = "--bury-on",
      split = ",",
      paramLabel = "CODE",
      description = "Exit codes that bury the job: it is kept as a dead job and not retried.")
  private List<Integer> buryOn = List.of();

  @Option(names = "--max", paramLabel = "N", description = "End after this number of jobs.")
  private long max = Long.MAX_VALUE;

  @Option(
      names = "--idle-exit",
      paramLabel = "TIME",
      description = "End when there has been no job for this time.")
  private @Nullable String idleExit;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      description = "When stopped, wait this long for running commands; default: 30s.")
  private String grace = "30s";

  @Option(
      names = "--consumer",
      paramLabel = "NAME",
      description = "The name in the queue's list of consumers.")
  private @Nullable String consumer;

  @Option(names = "--quiet", description = "Print only jobs that were not done.")
  private boolean quiet;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public WorkCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Limits.queue(queue);
    Duration leaseTime = DurationReader.parse("--lease", lease);
    if (leaseTime.compareTo(SHORTEST_LEASE) < 0) {
      throw new InvalidRequestException("--lease", lease, "1 second or more");
    }
    WorkerSettings settings =
        WorkerSettings.builder()
            .name(consumer == null ? defaultName() : consumer)
            .concurrency(
                (int)
                    Math.max(
                        1,
                        Math.min(
                            max, Limits.count("--concurrency", concurrency, Limits.MAX_CLAIM))))
            .lease(leaseTime)
            // The grace ends the wait, when there is one.
            .closeLimit(LONGEST_RUN)
            .threads(WorkerSettings.HandlerThreads.PLATFORM)
            .build();
    WorkRun.Options options =
        new WorkRun.Options(
            queue, max, optional("--idle-exit", idleExit), DurationReader.parse("--grace", grace));
    ShellRunner.Options commands =
        new ShellRunner.Options(command, optional("--timeout", timeout), Set.copyOf(buryOn));
    if (max <= 0) {
      return ExitCode.OK;
    }
    DuetimeSettings.Builder store =
        Duetime.builder().uri(server.url(terminal)).name(settings.name().orElseThrow());
    server.parameters(terminal).forEach(store::option);
    // What the worker logs is printed here.
    LogLevel none = LogLevel.set("OFF");
    try (CommandGuard guard = CommandGuard.start()) {
      WorkRun run =
          new WorkRun(
              options,
              new ShellRunner(commands, terminal, guard),
              terminal,
              new WorkReport(terminal, quiet, server.isJson()));
      Duetime duetime = opened(store.time(terminal.time()).listener(run), options.idleExit());
      if (duetime != null) {
        run.run(duetime, settings);
      }
    } finally {
      none.restore();
    }
    return ExitCode.OK;
  }

  /**
   * Opens the store of a server, once it answers; null if it is away for as long as may be idle.
   */
  private @Nullable Duetime opened(DuetimeSettings.Builder store, @Nullable Duration idle)
      throws InterruptedException {
    Remote remote = server.connect(terminal);
    if (!quiet) {
      terminal.complain(
          "duetime: working on queue '%s' of %s until %s"
              .formatted(queue, remote.server(), ends()));
    }
    try {
      return ServerWait.until(
          terminal,
          idle,
          () -> {
            // Fails for good where this is no server of ours.
            remote.get("/health/live").json();
            tellIfNew(remote);
            return store.open();
          });
    } catch (RemoteFailure | RetryableException failure) {
      if (!ServerWait.mayPass(failure)) {
        throw failure;
      }
      return null;
    }
  }

  private void tellIfNew(Remote remote) {
    try {
      if (QueueList.isUnused(remote, queue) && !quiet) {
        terminal.complain("duetime: queue '" + queue + "' did not exist; it is created");
      }
    } catch (RemoteFailure failure) {
      // A token need not be allowed to see the queue.
      if (failure.mayRepeat()) {
        throw failure;
      }
    }
  }

  private String ends() {
    StringJoiner ends = new StringJoiner(" or ");
    if (max < Long.MAX_VALUE) {
      ends.add(max == 1 ? "1 job has run" : max + " jobs have run");
    }
    if (idleExit != null) {
      ends.add("there has been no job for " + idleExit);
    }
    return ends.add("it is interrupted").toString();
  }

  private static String defaultName() {
    return "work-" + ProcessHandle.current().pid() + "@" + HostName.find();
  }

  private static @Nullable Duration optional(String option, @Nullable String text) {
    return text == null ? null : DurationReader.parse(option, text);
  }
}
