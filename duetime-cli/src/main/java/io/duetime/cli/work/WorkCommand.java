package io.duetime.cli.work;

import io.duetime.Limits;
import io.duetime.cli.queue.QueueUse;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.Terminal;
import io.duetime.internal.client.call.HostName;
import io.duetime.internal.settings.DurationReader;
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
        terminal.complain("duetime: queue '" + queue + "' did not exist; it is created");
      }
    } catch (RemoteFailure unanswered) {
      // The first claim prints what is wrong.
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

  private String name() {
    return consumer == null
        ? "work-" + ProcessHandle.current().pid() + "@" + HostName.find()
        : consumer;
  }

  private static @Nullable Duration optional(String option, @Nullable String text) {
    return text == null ? null : DurationReader.parse(option, text);
  }
}
