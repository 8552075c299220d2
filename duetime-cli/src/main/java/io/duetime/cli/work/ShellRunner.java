package io.duetime.cli.work;

import io.duetime.Job;
import io.duetime.JobFailed;
import io.duetime.RetryPolicy;
import io.duetime.SettleRequest;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.Terminal;
import io.duetime.settings.InstantText;
import io.duetime.text.DurationText;
import io.duetime.time.Threads;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the command for a job, and fails as the exit code says. An interrupt, by a worker that has
 * lost the lease or stops, or because the job was cancelled, kills the command. Thread safe.
 */
record ShellRunner(Options options, Terminal terminal, CommandGuard guard) {
  private static final int TAIL = 500;

  /** Begins the command once the guard knows of it; at the end of its input it never begins. */
  private static final String BEGIN = "read -r begin && exec sh -c \"$1\"";

  /**
   * What to run.
   *
   * @param timeout after which a command is killed, or null for no limit
   * @param settlements how exit codes settle a job; any other but 0 retries it
   */
  record Options(
      String command, @Nullable Duration timeout, Map<Integer, SettleRequest> settlements) {}

  /** Runs the command to its end; {@code lateness} is for its environment. */
  void run(Job<byte[]> job, Duration lateness) throws InterruptedException {
    try {
      Path errors = Files.createTempFile("duetime-work-", ".err");
      try {
        run(job, lateness, errors);
      } finally {
        Files.delete(errors);
      }
    } catch (IOException cannotRun) {
      throw JobFailed.retry("the command cannot be run: " + cannotRun.getMessage());
    }
  }

  private void run(Job<byte[]> job, Duration lateness, Path errors)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                CommandGuard.grouped(List.of("sh", "-c", BEGIN, "sh", options.command())))
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(errors.toFile());
    setEnvironment(builder.environment(), job, lateness);
    Process started = builder.start();
    guard.started(started);
    try {
      // A command that does not read its payload must not keep the job from being interrupted.
      Threads.daemons("duetime-work-payload").newThread(() -> feed(started, job)).start();
      if (!hasEnded(started)) {
        kill(started);
        started.waitFor();
        printErrors(errors);
        throw JobFailed.retry("killed: it ran longer than " + exactTimeout());
      }
      requireDone(started.exitValue(), printErrors(errors));
    } catch (InterruptedException stopped) {
      kill(started);
      printErrors(errors);
      throw new InterruptedException(
          job.isCancelRequested()
              ? "killed: the job was cancelled"
              : "killed: the worker was stopped, or has lost the lease");
    } finally {
      guard.ended(started);
    }
  }

  private String exactTimeout() {
    return options.timeout() == null ? "" : DurationText.exact(options.timeout());
  }

  private boolean hasEnded(Process started) throws InterruptedException {
    Duration timeout = options.timeout();
    if (timeout == null) {
      started.waitFor();
      return true;
    }
    return started.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static void feed(Process started, Job<byte[]> job) {
    try (OutputStream in = started.getOutputStream()) {
      in.write('\n');
      in.write(job.payload());
    } catch (IOException unread) {
      // A command need not read its payload.
      return;
    }
  }

  private String printErrors(Path errors) throws IOException {
    byte[] bytes = Files.readAllBytes(errors);
    terminal.err().write(bytes, 0, bytes.length);
    terminal.err().flush();
    String text = new String(bytes, StandardCharsets.UTF_8).strip();
    return text.length() <= TAIL ? text : "…" + text.substring(text.length() - TAIL);
  }

  private void requireDone(int code, String errors) {
    if (code != 0) {
      String reason = "exit " + code + (errors.isEmpty() ? "" : ": " + errors);
      throw JobFailed.settling(
          options.settlements().getOrDefault(code, SettleRequest.retry(reason)), reason);
    }
  }

  private static void kill(Process running) {
    running.descendants().forEach(ProcessHandle::destroyForcibly);
    running.destroyForcibly();
  }

  private static void setEnvironment(
      Map<String, String> environment, Job<byte[]> job, Duration lateness) {
    environment.put("DUETIME_QUEUE", job.queue());
    environment.put("DUETIME_ID", job.id());
    environment.put("DUETIME_ATTEMPT", String.valueOf(job.attempt()));
    if (job.maxAttempts() != RetryPolicy.UNLIMITED) {
      environment.put("DUETIME_MAX_ATTEMPTS", String.valueOf(job.maxAttempts()));
    }
    environment.put("DUETIME_DUE_AT", InstantText.format(job.dueAt()));
    environment.put("DUETIME_FIRST_DUE_AT", InstantText.format(job.firstDueAt()));
    environment.put("DUETIME_LATENESS_MS", String.valueOf(lateness.toMillis()));
    environment.put("DUETIME_FENCE", String.valueOf(job.fence()));
    environment.put("DUETIME_PRIORITY", String.valueOf(job.priority()));
    if (job.mayHaveArrived()) {
      environment.put("DUETIME_MAY_HAVE_ARRIVED", "true");
    }
    job.contentType().ifPresent(type -> environment.put("DUETIME_CONTENT_TYPE", type));
    job.headers()
        .forEach((name, value) -> environment.put("DUETIME_HEADER_" + variable(name), value));
  }

  private static String variable(String header) {
    return header.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /**
   * Kills the commands of this process if it ends without ending them, as after kill -9. A separate
   * shell learns through a pipe which commands run; the pipe closes when this process ends. Thread
   * safe.
   *
   * <p>Where {@code setsid} is installed, each command has a process group of its own, and the
   * whole group is killed. Otherwise only the shell of the command is killed.
   */
  static final class CommandGuard implements AutoCloseable {
    private static final boolean HAS_GROUPS = isInstalled("setsid");

    private static final String SCRIPT =
        """
        trap '' INT TERM HUP
        running=' '
        while read -r change target; do
          case $change in
            +) running="$running$target " ;;
            -) running="${running%% $target *} ${running#* $target }" ;;
          esac
        done
        for target in $running; do kill -s KILL -- "$target"; done
        """;

    private final Process shell;
    private final PrintStream changes;

    private CommandGuard(Process shell) {
      this.shell = shell;
      this.changes = new PrintStream(shell.getOutputStream(), true, StandardCharsets.US_ASCII);
    }

    static CommandGuard start() {
      try {
        return new CommandGuard(
            new ProcessBuilder(grouped(List.of("sh", "-c", SCRIPT)))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
      } catch (IOException noShell) {
        throw new CommandFailure("cannot run sh: " + noShell.getMessage());
      }
    }

    /** The command with a process group of its own, where {@code setsid} is installed. */
    static List<String> grouped(List<String> command) {
      List<String> grouped = new ArrayList<>(HAS_GROUPS ? List.of("setsid") : List.of());
      grouped.addAll(command);
      return grouped;
    }

    /** Notes a command to kill if this process ends before {@link #ended}. */
    void started(Process command) {
      changes.println("+ " + target(command));
    }

    void ended(Process command) {
      changes.println("- " + target(command));
    }

    private static String target(Process command) {
      return (HAS_GROUPS ? "-" : "") + command.pid();
    }

    private static boolean isInstalled(String program) {
      return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
          .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Kills the commands that still run. */
    @Override
    public void close() {
      changes.close();
      boolean interrupted = Thread.interrupted();
      shell.onExit().join();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
