package io.duetime.server.cli.work;

import io.duetime.Limits;
import io.duetime.internal.client.call.HostName;
import io.duetime.internal.parse.DurationReader;
import io.duetime.server.cli.queue.QueueUse;
import io.duetime.server.cli.remote.Remote;
import io.duetime.server.cli.remote.RemoteFailure;
import io.duetime.server.cli.remote.ServerOptions;
import io.duetime.server.cli.terminal.Terminal;
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
      "%nThe command is run by 'sh -c', the payload on its standard input. It exits with 0 when "
          + "the job is done; with anything else the job is tried again by its rule, the exit code "
          + "and the end of what it wrote to standard error being kept as the reason.",
      "%nIts environment has DUETIME_QUEUE, DUETIME_ID, DUETIME_ATTEMPT, DUETIME_MAX_ATTEMPTS, "
          + "DUETIME_DUE_AT, DUETIME_FIRST_DUE_AT, DUETIME_LATENESS_MS, DUETIME_FENCE, "
          + "DUETIME_CONTENT_TYPE, DUETIME_PRIORITY and DUETIME_HEADER_<NAME> for each header.",
      "%nExample:",
      "  duetime work order-timeouts --exec './close-order.sh \"$DUETIME_ID\"' -c 4"
    })
public final class WorkCommand implements Callable<Integer> {
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
      description = "Jobs run at once; 1 unless said.")
  private int concurrency = 1;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      description = "How long a job is held; extended while its command runs. 30s unless said.")
  private String lease = "30s";

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "Kill a command that runs longer; its job is tried again.")
  private @Nullable String timeout;

  @Option(
      names = "--bury-on",
      split = ",",
      paramLabel = "CODE",
      description = "Exit codes that mean: do not try again, keep it as a dead job.")
  private List<Integer> buryOn = List.of();

  @Option(names = "--max", paramLabel = "N", description = "End after so many jobs.")
  private long max = Long.MAX_VALUE;

  @Option(
      names = "--idle-exit",
      paramLabel = "TIME",
      description = "End when no job has come for this long.")
  private @Nullable String idleExit;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      description = "When stopped, wait so long for running commands; 30s unless said.")
  private String grace = "30s";

  @Option(
      names = "--consumer",
      paramLabel = "NAME",
      description = "The name that operators see among the queue's consumers.")
  private @Nullable String consumer;

  @Option(names = "--quiet", description = "Tell only of jobs that were not done.")
  private boolean quiet;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public WorkCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    Limits.queue(queue);
    WorkPlan plan =
        new WorkPlan(
            queue,
            command,
            Limits.count("--concurrency", concurrency, Limits.MAX_CLAIM),
            new WorkPlan.Times(
                DurationReader.parse("--lease", lease),
                optional("--timeout", timeout),
                optional("--idle-exit", idleExit),
                DurationReader.parse("--grace", grace)),
            new WorkPlan.Manner(Set.copyOf(buryOn), max, name(), quiet, server.isJson()));
    Remote remote = server.connect(terminal);
    if (!quiet) {
      tellStart(remote);
    }
    try (CommandGuard guard = CommandGuard.start()) {
      return new WorkLoop(plan, remote, terminal, guard).run();
    }
  }

  private void tellStart(Remote remote) {
    terminal.complain(
        "duetime: working on queue '%s' of %s until %s".formatted(queue, remote.server(), ends()));
    try {
      if (QueueUse.isNone(remote, queue)) {
        terminal.complain("duetime: queue '" + queue + "' does not exist yet; it is created");
      }
    } catch (RemoteFailure unanswered) {
      // The first claim tells what is wrong.
    }
  }

  private String ends() {
    StringJoiner ends = new StringJoiner(" or ");
    if (max < Long.MAX_VALUE) {
      ends.add(max == 1 ? "1 job has run" : max + " jobs have run");
    }
    if (idleExit != null) {
      ends.add("no job has come for " + idleExit);
    }
    return ends.add("it is interrupted").toString();
  }

  private String name() {
    return consumer == null
        ? "work-" + ProcessHandle.current().pid() + "@" + HostName.find()
        : consumer;
  }

  private static @Nullable Duration optional(String option, @Nullable String text) {
    return text == null ? null : DurationReader.parse(option, text);
  }
}
