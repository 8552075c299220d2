package io.duetime.cli.work;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.number;
import static io.duetime.cli.remote.Param.text;

import io.duetime.Duetime;
import io.duetime.DuetimeSettings;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.RetryableException;
import io.duetime.SettleRequest;
import io.duetime.WorkerSettings;
import io.duetime.cli.command.QueueList;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerWait;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.cli.terminal.Terminal.LogLevel;
import io.duetime.cli.work.ShellRunner.CommandGuard;
import io.duetime.cli.work.WorkRun.WorkReport;
import io.duetime.runtime.call.HostName;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Runs a command for every job of a queue. */
public final class WorkCommand {
  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  private static final Duration USUAL = Duration.ofSeconds(30);
  private static final Duration LONGEST_RUN = Duration.ofDays(365);

  private final Invocation given;
  private final Terminal terminal;
  private final String queue;

  private WorkCommand(Invocation given) {
    this.given = given;
    this.terminal = given.terminal();
    this.queue = Limits.queue(given.text("QUEUE"));
  }

  /** The command. */
  public static CommandLine work(Terminal terminal) {
    return new CallCommand(terminal, "work", "Run a command for each due job of a queue.")
        .operand("QUEUE", "The queue.")
        .options(
            text("--exec", "CMD", "The command, as for 'sh -c'.").required(),
            number("--concurrency", "The most commands that run at once; default: 1.").or("-c"),
            text(
                "--lease",
                "TIME",
                "The lease of a job, extended while its command runs; default: 30s."),
            text("--timeout", "TIME", "Kill a command that runs longer; its job is retried."),
            flag("--kill-on-cancel", "Kill a command whose job is cancelled."),
            Param.numbers(
                "--bury-on",
                "CODE",
                "Exit codes that bury the job: it is kept as a dead job and not retried."),
            number("--max", "End after this number of jobs."),
            text("--idle-exit", "TIME", "End when there has been no job for this time."),
            text(
                "--grace",
                "TIME",
                "When stopped, wait this long for running commands; default: 30s."),
            text("--consumer", "NAME", "The name in the queue's list of consumers."),
            flag("--quiet", "Print only jobs that were not done."))
        .footer(
            "%nThe command runs by 'sh -c', with the payload on its standard input. Exit code 0"
                + " acknowledges the job. Any other code retries it by its policy; the reason is"
                + " the code and the end of its standard error.",
            "%nIts environment has DUETIME_QUEUE, DUETIME_ID, DUETIME_ATTEMPT,"
                + " DUETIME_MAX_ATTEMPTS, DUETIME_DUE_AT, DUETIME_FIRST_DUE_AT,"
                + " DUETIME_LATENESS_MS, DUETIME_FENCE, DUETIME_MAY_HAVE_ARRIVED,"
                + " DUETIME_CONTENT_TYPE, DUETIME_PRIORITY and DUETIME_HEADER_<NAME> for each"
                + " header.",
            "duetime work order-timeouts --exec './close-order.sh \"$DUETIME_ID\"' -c 4")
        .runs(given -> new WorkCommand(given).run());
  }

  private int run() throws InterruptedException {
    Duration lease = given.duration("--lease").orElse(USUAL);
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new InvalidRequestException("--lease", given.text("--lease"), "1 second or more");
    }
    long max = given.find("--max").map(Long::valueOf).orElse(Long.MAX_VALUE);
    long concurrency = given.find("--concurrency").map(Long::valueOf).orElse(1L);
    WorkerSettings settings =
        WorkerSettings.builder()
            .name(given.find("--consumer").orElseGet(WorkCommand::defaultName))
            .concurrency(
                (int)
                    Math.max(
                        1,
                        Math.min(
                            max,
                            Limits.count(
                                "--concurrency",
                                (int) Math.min(Integer.MAX_VALUE, concurrency),
                                Limits.MAX_CLAIM))))
            .lease(lease)
            .interruptOnCancel(given.is("--kill-on-cancel"))
            // The grace ends the wait, when there is one.
            .closeLimit(LONGEST_RUN)
            .threads(WorkerSettings.HandlerThreads.PLATFORM)
            .build();
    WorkRun.Options options =
        new WorkRun.Options(
            queue,
            max,
            given.duration("--idle-exit").orElse(null),
            given.duration("--grace").orElse(USUAL));
    Map<Integer, SettleRequest> settlements = new HashMap<>();
    given
        .texts("--bury-on")
        .forEach(code -> settlements.put(Integer.valueOf(code), SettleRequest.bury("")));
    ShellRunner.Options commands =
        new ShellRunner.Options(
            given.text("--exec"), given.duration("--timeout").orElse(null), settlements);
    if (max <= 0) {
      return ExitCode.OK;
    }
    DuetimeSettings.Builder store =
        Duetime.builder().uri(ServerOptions.url(given)).name(settings.name().orElseThrow());
    ServerOptions.parameters(given).forEach(store::option);
    // What the worker logs is printed here.
    LogLevel none = LogLevel.set("OFF");
    try (CommandGuard guard = CommandGuard.start()) {
      WorkRun run =
          new WorkRun(
              options,
              new ShellRunner(commands, terminal, guard),
              terminal,
              new WorkReport(terminal, given.is("--quiet"), given.isJson()));
      Duetime duetime = opened(store.time(terminal.time()).listener(run), options);
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
  private @Nullable Duetime opened(DuetimeSettings.Builder store, WorkRun.Options options)
      throws InterruptedException {
    Remote remote = given.remote();
    if (!given.is("--quiet")) {
      terminal.complain(
          "duetime: working on queue '%s' of %s until %s"
              .formatted(queue, remote.server(), ends(options.max())));
    }
    try {
      return ServerWait.until(
          terminal,
          options.idleExit(),
          () -> {
            // Fails for good where this is no server of ours.
            remote.get("/health/live").json();
            tellIfNew(remote);
            return store.open();
          });
    } catch (CommandFailure | RetryableException failure) {
      if (!ServerWait.mayPass(failure)) {
        throw failure;
      }
      return null;
    }
  }

  private void tellIfNew(Remote remote) {
    try {
      if (QueueList.isUnused(remote, queue) && !given.is("--quiet")) {
        terminal.complain("duetime: queue '" + queue + "' did not exist; it is created");
      }
    } catch (CommandFailure failure) {
      // A token need not be allowed to see the queue.
      if (failure.mayRepeat()) {
        throw failure;
      }
    }
  }

  private String ends(long max) {
    StringJoiner ends = new StringJoiner(" or ");
    if (max < Long.MAX_VALUE) {
      ends.add(max == 1 ? "1 job has run" : max + " jobs have run");
    }
    given.find("--idle-exit").ifPresent(idle -> ends.add("there has been no job for " + idle));
    return ends.add("it is interrupted").toString();
  }

  private static String defaultName() {
    return "work-" + ProcessHandle.current().pid() + "@" + HostName.find();
  }
}
