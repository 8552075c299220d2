package io.duetime.cli.work;

import io.duetime.TimeSource;
import io.duetime.cli.terminal.Terminal;
import io.duetime.internal.text.DurationText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A run of the command for a job. {@link #kill} may be called by any thread, {@link #run} once. */
final class CommandRun {
  private static final int TAIL = 500;

  /** Begins the command once the guard knows of it; at the end of its input it never begins. */
  private static final String BEGIN = "read -r begin && exec sh -c \"$1\"";

  private final WorkPlan plan;
  private final WorkJob job;
  private final Terminal terminal;
  private final CommandGuard guard;
  private final AtomicReference<@Nullable CommandVerdict> killed = new AtomicReference<>();
  private volatile @Nullable Process process;

  CommandRun(WorkPlan plan, WorkJob job, Terminal terminal, CommandGuard guard) {
    this.plan = plan;
    this.job = job;
    this.terminal = terminal;
    this.guard = guard;
  }

  WorkJob job() {
    return job;
  }

  /** Runs the command to its end. */
  CommandVerdict run() throws InterruptedException {
    try {
      Path errors = Files.createTempFile("duetime-work-", ".err");
      try {
        return runWith(errors);
      } finally {
        Files.delete(errors);
      }
    } catch (IOException cannotRun) {
      return new CommandVerdict.Failed("the command cannot be run: " + cannotRun.getMessage());
    }
  }

  /** Ends the command, if it still runs, with this verdict. */
  void kill(CommandVerdict verdict) {
    if (killed.compareAndSet(null, verdict)) {
      Process running = process;
      if (running != null) {
        destroy(running);
      }
    }
  }

  private CommandVerdict runWith(Path errors) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(CommandGuard.grouped(List.of("sh", "-c", BEGIN, "sh", plan.command())))
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(errors.toFile());
    builder.environment().putAll(job.environment());
    Process started = builder.start();
    guard.started(started);
    process = started;
    if (killed.get() != null) {
      destroy(started);
    }
    TimeSource.@Nullable Timer timer = timer(plan.times().timeout());
    try {
      feed(started);
      int code = started.waitFor();
      return verdict(code, told(errors));
    } finally {
      guard.ended(started);
      if (timer != null) {
        timer.cancel();
      }
    }
  }

  private TimeSource.@Nullable Timer timer(@Nullable Duration timeout) {
    return timeout == null
        ? null
        : terminal.time().after(timeout, () -> kill(new CommandVerdict.Failed(tooLong(timeout))));
  }

  private static String tooLong(Duration timeout) {
    return "killed: it ran longer than " + DurationText.exact(timeout);
  }

  private void feed(Process started) {
    try (OutputStream in = started.getOutputStream()) {
      in.write('\n');
      in.write(job.payload());
    } catch (IOException unread) {
      // A command need not read its payload.
      return;
    }
  }

  private String told(Path errors) throws IOException {
    byte[] bytes = Files.readAllBytes(errors);
    terminal.err().write(bytes, 0, bytes.length);
    terminal.err().flush();
    String text = new String(bytes, StandardCharsets.UTF_8).strip();
    return text.length() <= TAIL ? text : "…" + text.substring(text.length() - TAIL);
  }

  private CommandVerdict verdict(int code, String errors) {
    CommandVerdict forced = killed.get();
    if (forced != null) {
      return forced;
    }
    if (code == 0) {
      return new CommandVerdict.Done();
    }
    String reason = "exit " + code + (errors.isEmpty() ? "" : ": " + errors);
    return plan.manner().buryOn().contains(code)
        ? new CommandVerdict.Hopeless(reason)
        : new CommandVerdict.Failed(reason);
  }

  private static void destroy(Process running) {
    running.descendants().forEach(ProcessHandle::destroyForcibly);
    running.destroyForcibly();
  }
}
