package io.duetime.cli.work;

import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.internal.time.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * Claims no more jobs than it can start commands for, until it has run its number of jobs, has been
 * idle for too long, or is stopped.
 */
final class WorkLoop {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration ANSWER_TIME = Duration.ofSeconds(15);

  private final WorkPlan plan;
  private final Remote remote;
  private final Terminal terminal;
  private final LeaseExtender leases;
  private final WorkSettler settler;
  private final CommandGuard guard;
  private final Semaphore slots;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread claimer = Thread.currentThread();
  private volatile boolean stopping;
  private volatile long busyNanos;
  private Duration pause = FIRST_PAUSE;
  private long claimed;

  /** Must be run by the thread that creates it. */
  WorkLoop(WorkPlan plan, Remote remote, Terminal terminal, CommandGuard guard) {
    this.plan = plan;
    this.remote = remote;
    this.terminal = terminal;
    this.guard = guard;
    this.leases = new LeaseExtender(plan, remote, terminal);
    this.settler = new WorkSettler(plan, remote, terminal);
    this.slots = new Semaphore(plan.concurrency());
    this.busyNanos = terminal.time().nanoTime();
  }

  int run() {
    Thread hook = Threads.daemons("duetime-work-stop").newThread(this::stop);
    Runtime.getRuntime().addShutdownHook(hook);
    ExecutorService runners = Threads.pool("duetime-work", plan.concurrency());
    leases.start();
    try {
      claimAndAwait(runners);
    } finally {
      leases.close();
      runners.shutdown();
      ended.countDown();
      removeHook(hook);
    }
    return ExitCode.OK;
  }

  /** Stops claiming, and waits for running commands up to their grace. */
  private void stop() {
    stopping = true;
    claimer.interrupt();
    try {
      Duration most = plan.times().grace().plus(ANSWER_TIME);
      if (!ended.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
        terminal.complain("duetime: gave up waiting for running commands");
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private void removeHook(Thread hook) {
    if (!stopping) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  // A claim that fails for good ends the worker, but lets running commands end.
  private void claimAndAwait(ExecutorService runners) {
    boolean failed = true;
    try {
      claimUntilEnd(runners);
      failed = false;
    } finally {
      awaitRunning(failed || stopping);
    }
  }

  private void claimUntilEnd(ExecutorService runners) {
    try {
      while (!stopping && claimed < plan.manner().max() && !isIdleForLong()) {
        claimAndStart(runners);
      }
    } catch (InterruptedException stopped) {
      // Interrupted by stop().
      stopping = true;
    }
  }

  /** Releases the slots without a command; a started command releases its own. */
  private void claimAndStart(ExecutorService runners) throws InterruptedException {
    slots.acquire();
    int free = 1 + slots.drainPermits();
    int started = 0;
    try {
      int wanted = (int) Math.min(free, plan.manner().max() - claimed);
      started = start(claim(wanted), runners);
    } finally {
      slots.release(free - started);
    }
  }

  private boolean isIdleForLong() {
    Duration idleExit = plan.times().idleExit();
    return idleExit != null
        && slots.availablePermits() == plan.concurrency()
        && idle().compareTo(idleExit) >= 0;
  }

  private Duration idle() {
    return Duration.ofNanos(terminal.time().nanoTime() - busyNanos);
  }

  private JsonNode claim(int wanted) throws InterruptedException {
    Duration wait = longestWait();
    String body =
        Bodies.of(
            "max",
            wanted,
            "lease",
            plan.times().lease().toMillis() + "ms",
            "wait",
            wait.toMillis() + "ms",
            "consumer",
            plan.manner().consumer(),
            "payloadAs",
            "base64");
    try {
      JsonNode answer =
          remote
              .post(
                  Remote.path("v1", "queues", plan.queue(), "claim"), body, wait.plus(ANSWER_TIME))
              .orFail()
              .json();
      pause = FIRST_PAUSE;
      return answer;
    } catch (RemoteFailure failure) {
      return afterFailure(failure);
    }
  }

  private JsonNode afterFailure(RemoteFailure failure) throws InterruptedException {
    if (stopping) {
      throw new InterruptedException();
    }
    if (!failure.mayRepeat()) {
      throw failure;
    }
    terminal.complain(
        "duetime: " + failure.getMessage() + "; next attempt in " + pause.toMillis() + " ms");
    CompletableFuture<Void> over = new CompletableFuture<>();
    terminal.time().after(pause, () -> over.complete(null));
    terminal.time().await(over);
    Duration doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    return io.duetime.server.json.StrictJson.MAPPER.createObjectNode();
  }

  private Duration longestWait() {
    Duration idleExit = plan.times().idleExit();
    if (idleExit == null) {
      return LONGEST_WAIT;
    }
    Duration left = idleExit.minus(idle());
    Duration wait = left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT;
    return wait.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : wait;
  }

  private int start(JsonNode answer, ExecutorService runners) {
    int started = 0;
    for (JsonNode job : answer.path("jobs")) {
      Instant now = Instant.parse(answer.path("now").asString());
      CommandRun run = new CommandRun(plan, new WorkJob(job, now), terminal, guard);
      leases.add(run);
      runners.execute(() -> runAndSettle(run));
      started++;
      claimed++;
      busyNanos = terminal.time().nanoTime();
    }
    return started;
  }

  private void runAndSettle(CommandRun run) {
    long begun = terminal.time().nanoTime();
    try {
      CommandVerdict verdict = run.run();
      settler.settle(run.job(), verdict, Duration.ofNanos(terminal.time().nanoTime() - begun));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      leases.remove(run);
      busyNanos = terminal.time().nanoTime();
      slots.release();
    }
  }

  /**
   * Waits for running commands to end; when the worker stops, kills those that run longer than the
   * grace.
   */
  private void awaitRunning(boolean stops) {
    boolean interrupted = Thread.interrupted();
    try {
      if (stops && !allEndWithin(plan.times().grace())) {
        leases.killAll(new CommandVerdict.Interrupted("killed: the worker was stopped"));
      }
      slots.acquireUninterruptibly(plan.concurrency());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean allEndWithin(Duration grace) {
    try {
      boolean all = slots.tryAcquire(plan.concurrency(), grace.toMillis(), TimeUnit.MILLISECONDS);
      slots.release(all ? plan.concurrency() : 0);
      return all;
    } catch (InterruptedException hurried) {
      return false;
    }
  }
}
