package io.duetime.cli.work;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.DuetimeException;
import io.duetime.Job;
import io.duetime.JobListener;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.SettleOutcome;
import io.duetime.TimeSource;
import io.duetime.Worker;
import io.duetime.WorkerSettings;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.Terminal;
import io.duetime.runtime.work.StoppedRun;
import io.duetime.server.json.JsonTrees;
import io.duetime.time.Threads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs a worker until it has run its number of jobs, has been idle for too long, is stopped, or its
 * claims fail for good. What the worker tells on its threads is an event for the thread of {@link
 * #run}, which alone decides and prints.
 */
final class WorkRun implements JobListener {
  /** How long an end may take beyond the grace, before a stopped process ends anyway. */
  private static final Duration ANSWER_TIME = Duration.ofSeconds(15);

  private final Options options;
  private final ShellRunner commands;
  private final Terminal terminal;
  private final WorkReport report;
  private final TimeSource time;
  private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
  private final Map<Job<?>, Duration> lateness = new ConcurrentHashMap<>();
  private final Map<Job<?>, String> reasons = new ConcurrentHashMap<>();
  private final Set<Job<?>> notBegun = ConcurrentHashMap.newKeySet();
  private final AtomicLong begun = new AtomicLong();
  private final CountDownLatch ended = new CountDownLatch(1);

  // Touched by events alone.
  private @Nullable Thread closer;
  private @Nullable CommandFailure failure;
  private boolean isOver;
  private boolean isAway;

  /** Whether a claim was answered, or failed. */
  private boolean hasAsked;

  private TimeSource.@Nullable Timer alarm;
  private int running;
  private long idleSinceNanos;

  /**
   * How to work.
   *
   * @param max how many jobs to run
   * @param idleExit time without a job after which the worker ends, or null for never
   * @param grace for running commands when stopped
   */
  record Options(String queue, long max, @Nullable Duration idleExit, Duration grace) {}

  WorkRun(Options options, ShellRunner commands, Terminal terminal, WorkReport report) {
    this.options = options;
    this.commands = commands;
    this.terminal = terminal;
    this.report = report;
    this.time = terminal.time();
    this.idleSinceNanos = time.nanoTime();
  }

  /** Works until the end; throws if claims fail for good. */
  void run(Duetime store, WorkerSettings settings) throws InterruptedException {
    Thread hook = Threads.daemons("duetime-work-stop").newThread(this::stop);
    Runtime.getRuntime().addShutdownHook(hook);
    try (Duetime duetime = store) {
      Worker worker =
          duetime
              .queue(options.queue(), Codec.bytes())
              .worker(this::handle)
              .settings(settings)
              .start();
      closer = Threads.daemons("duetime-work-close").newThread(() -> close(worker));
      checkIdle();
      while (!isOver || !events.isEmpty()) {
        events.take().run();
      }
    } finally {
      ended.countDown();
      removeHook(hook);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void handle(Job<byte[]> job) throws InterruptedException {
    long number = begun.incrementAndGet();
    if (number >= options.max()) {
      events.add(this::end);
    }
    if (number > options.max()) {
      notBegun.add(job);
      throw StoppedRun.notBegun("the worker has run its number of jobs");
    }
    events.add(() -> running++);
    try {
      commands.run(job, lateness.getOrDefault(job, Duration.ZERO));
    } finally {
      events.add(() -> {
        running--;
        idleSinceNanos = time.nanoTime();
        checkIdle();
      });
    }
  }

  /** Stops claiming, and waits for running commands. */
  private void end() {
    if (closer != null && closer.getState() == Thread.State.NEW) {
      closer.start();
    }
  }

  /** Ends the worker; commands that outlive the grace are killed, and their jobs are released. */
  private void endWithGrace() {
    end();
    if (closer != null) {
      time.after(options.grace(), closer::interrupt);
    }
  }

  // An interrupt of this thread makes the worker interrupt the handlers that still run.
  private void close(Worker worker) {
    worker.close();
    Thread.interrupted();
    worker.awaitStopped(ANSWER_TIME);
    events.add(() -> isOver = true);
  }

  private void checkIdle() {
    Duration idleExit = options.idleExit();
    if (idleExit == null || running > 0) {
      return;
    }
    if (alarm != null) {
      alarm.cancel();
    }
    long left = idleExit.toNanos() - (time.nanoTime() - idleSinceNanos);
    if (left > 0) {
      alarm = time.after(Duration.ofNanos(left), () -> events.add(this::checkIdle));
    } else if (hasAsked) {
      end();
    }
  }

  private void stop() {
    events.add(this::endWithGrace);
    try {
      Duration most = options.grace().plus(ANSWER_TIME);
      if (!ended.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
        terminal.complain("duetime: gave up waiting for running commands");
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // The hook waits for the end of this run.
      return;
    }
  }

  @Override
  public boolean neverBlocks() {
    return true;
  }

  @Override
  public void started(Job<?> job, Duration late) {
    lateness.put(job, late);
  }

  @Override
  public void failed(Job<?> job, Throwable thrown) {
    reasons.put(job, String.valueOf(thrown.getMessage()));
  }

  @Override
  public void finished(Job<?> job, SettleOutcome outcome, Duration took) {
    Duration late = lateness.remove(job);
    String reason = reasons.remove(job);
    if (notBegun.remove(job)) {
      return;
    }
    events.add(() ->
        report.print(
            new WorkReport.Run(
                job,
                outcome.name(),
                reason == null ? "" : reason,
                late == null ? Duration.ZERO : late,
                took)));
  }

  @Override
  public void claimed(String queue, int jobs) {
    events.add(() -> {
      isAway = false;
      hasAsked = true;
      if (jobs > 0) {
        idleSinceNanos = time.nanoTime();
      }
      checkIdle();
    });
  }

  @Override
  public void claimFailed(String queue, Throwable cause) {
    String message = "duetime: " + cause.getMessage();
    boolean mayPass =
        cause instanceof RetryableException || cause instanceof OutcomeUnknownException;
    events.add(() -> {
      hasAsked = true;
      checkIdle();
      if (!mayPass && failure == null) {
        String code = cause instanceof DuetimeException known ? " (" + known.code() + ")" : "";
        failure = new CommandFailure(cause.getMessage() + code);
        endWithGrace();
      } else if (!isAway) {
        isAway = true;
        terminal.complain(message + "; claims are repeated until the server answers");
      }
    });
  }

  /** Prints a line about each job that has ended. */
  record WorkReport(Terminal terminal, boolean isQuiet, boolean isJson) {

    /** A run of a command that has ended; the reason is empty if the job is done. */
    record Run(Job<?> job, String outcome, String reason, Duration lateness, Duration took) {}

    void print(Run run) {
      if (isJson) {
        terminal.print(JsonTrees.MAPPER.writeValueAsString(fields(run)));
      } else if (!run.outcome().equals(SettleOutcome.ACKED.name())) {
        String reason = run.reason().isEmpty() ? "" : ": " + run.reason();
        terminal.complain(
            "%s attempt %d: %s%s"
                .formatted(run.job().id(), run.job().attempt(), words(run.outcome()), reason));
      } else if (!isQuiet) {
        terminal.print(
            "%s done in %d ms, started %d ms after it was due"
                .formatted(run.job().id(), run.took().toMillis(), run.lateness().toMillis()));
      }
    }

    private static Map<String, Object> fields(Run run) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("id", run.job().id());
      fields.put("attempt", run.job().attempt());
      fields.put("outcome", run.outcome());
      fields.put("latenessMs", run.lateness().toMillis());
      fields.put("tookMs", run.took().toMillis());
      if (!run.reason().isEmpty()) {
        fields.put("reason", run.reason());
      }
      return fields;
    }

    private static String words(String outcome) {
      return switch (outcome) {
        case "RELEASED" -> "interrupted, runs again; the attempt does not count";
        case "RETRYING" -> "failed, will be retried";
        case "DEAD" -> "failed, is dead";
        case "SUCCEEDED" -> "failed; its successor is scheduled";
        case "CANCELLED" -> "ended; it had been cancelled";
        case "LEASE_LOST" ->
            "its lease was lost, or the server's answer; if it is not settled, it runs again";
        default -> outcome;
      };
    }
  }
}
