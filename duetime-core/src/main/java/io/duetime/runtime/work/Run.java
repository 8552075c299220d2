package io.duetime.runtime.work;

import io.duetime.AsyncHandler;
import io.duetime.Codec;
import io.duetime.Limits;
import io.duetime.TimeSource.Timer;
import io.duetime.engine.ClaimedJob;
import io.duetime.runtime.claim.ClaimedView;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs one attempt of one job: waits for a thread, runs the handler, ends. Thread safe. */
final class Run<T> extends ClaimedView<T> implements Runnable {
  /**
   * The steps of a run.
   *
   * @param handler runs the job
   * @param begun is called on the handler's thread before the handler; false if it must not run
   * @param ended is called with the outcome on the thread that ends the job
   * @param noted is called when a note of the handler waits for an extension
   */
  record Script<T>(
      AsyncHandler<T> handler,
      Predicate<Run<T>> begun,
      BiConsumer<Run<T>, RunOutcome> ended,
      Consumer<Run<?>> noted) {}

  private static final CompletionStage<?> NOTHING = CompletableFuture.completedFuture(null);

  private static final StackTraceElement[] NO_THREAD = {};

  private enum Stage {
    WAITING,
    RUNNING,
    ABANDONED,
    OVER
  }

  private final Script<T> script;
  private final LeaseTerm term;
  private volatile boolean hasBegun;
  private volatile boolean undecodable;
  private volatile boolean leaseLost;
  private volatile boolean abandoned;
  private volatile boolean replaced;
  private volatile long startedNanos;
  private volatile @Nullable Timer limit;
  private volatile @Nullable Duration exceeded;

  // Guarded by this.
  private Stage stage = Stage.WAITING;
  private @Nullable Thread thread;
  private @Nullable CompletionStage<?> ending;
  private boolean interrupted;
  private boolean mustEnd;
  private boolean keepsThread;
  private boolean closedBeforeEnd;

  Run(ClaimedJob claimed, Codec<T> codec, Script<T> script, LeaseTerm term) {
    super(claimed, codec);
    this.script = script;
    this.term = term;
  }

  /** The time for which this process may rely on the lease. */
  LeaseTerm term() {
    return term;
  }

  @Override
  public boolean isLeaseLost() {
    return leaseLost;
  }

  @Override
  protected void notePending() {
    script.noted.accept(this);
  }

  @Override
  public void run() {
    if (!begin()) {
      return;
    }
    CompletionStage<?> work = begun();
    leaveThread(work);
    try {
      work.whenComplete(this::over);
    } catch (RuntimeException | Error fault) {
      over(null, fault);
    }
  }

  private CompletionStage<?> begun() {
    try {
      hasBegun = script.begun.test(this);
      return hasBegun ? handle() : NOTHING;
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  /** Notes when the handler began, and the timer that interrupts it. */
  synchronized void started(long nanos, @Nullable Timer newLimit) {
    startedNanos = nanos;
    limit = mustEnd ? limit : newLimit;
  }

  /** Whether the handler was called, or would have been with a payload that can be decoded. */
  boolean hasBegun() {
    return hasBegun;
  }

  long startedNanos() {
    return startedNanos;
  }

  /** Withdraws the job from the executor; false if it has begun or is over. */
  synchronized boolean withdraw() {
    if (stage != Stage.WAITING) {
      return false;
    }
    stage = Stage.OVER;
    return true;
  }

  /** Whether the handler has begun and not ended. */
  synchronized boolean isRunning() {
    return stage == Stage.RUNNING;
  }

  synchronized boolean runsOn(Thread candidate) {
    return candidate.equals(thread);
  }

  /** Starts a timer when the handler was interrupted for the first time, unless it has ended. */
  synchronized void awaitEnd(Supplier<Timer> abandoning) {
    if (stage == Stage.RUNNING && !mustEnd) {
      mustEnd = true;
      cancelLimit();
      limit = abandoning.get();
    }
  }

  /** Lets the result of a running handler no longer count; false if it has ended. */
  synchronized boolean abandon() {
    if (stage != Stage.RUNNING) {
      return false;
    }
    stage = Stage.ABANDONED;
    abandoned = true;
    return true;
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** Notes that another thread takes the place of the abandoned handler. */
  synchronized void replace() {
    replaced = true;
    keepsThread = thread != null;
  }

  boolean isReplaced() {
    return replaced;
  }

  /** Whether the abandoned handler was on its thread when it was replaced. */
  synchronized boolean keepsThread() {
    return keepsThread;
  }

  /** Where the handler is; empty if no thread runs it. */
  StackTraceElement[] stack() {
    Thread running;
    synchronized (this) {
      running = thread;
    }
    return running == null ? NO_THREAD : running.getStackTrace();
  }

  /** Interrupts the handler if it runs, or cancels its stage. */
  void interrupt() {
    CompletionStage<?> begun;
    synchronized (this) {
      if (thread != null) {
        interrupted = true;
        thread.interrupt();
      }
      begun = ending;
    }
    if (begun != null) {
      cancel(begun);
    }
  }

  /** Interrupts the handler because its worker closes. */
  void interruptByClose() {
    synchronized (this) {
      closedBeforeEnd |= stage == Stage.RUNNING;
    }
    interrupt();
  }

  /** Interrupts the handler because it has run too long. */
  void interruptAfter(Duration maxRunTime) {
    exceeded = maxRunTime;
    interrupt();
  }

  /** Notes that the job was cancelled. */
  void cancelRequested(Executor callbacks) {
    noteCancelRequested(callbacks);
  }

  /** Notes that the lease is over; false if that was known. */
  boolean loseLease() {
    synchronized (this) {
      if (leaseLost || stage == Stage.OVER) {
        return false;
      }
      leaseLost = true;
    }
    interrupt();
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  // Sets of runs have the same order in each run of a simulation.
  @Override
  public int hashCode() {
    return 31 * id().hashCode() + Long.hashCode(fence());
  }

  private CompletionStage<?> handle() throws Exception {
    try {
      payload();
    } catch (Throwable refused) {
      undecodable = true;
      throw refused;
    }
    return Limits.given("the stage of the handler", script.handler.handle(this));
  }

  private synchronized boolean begin() {
    if (stage != Stage.WAITING) {
      return false;
    }
    stage = Stage.RUNNING;
    thread = Thread.currentThread();
    return true;
  }

  private void leaveThread(CompletionStage<?> work) {
    boolean isLate;
    synchronized (this) {
      thread = null;
      ending = work;
      isLate = interrupted;
      if (isLate) {
        // Meant for the handler, not for the next task of the thread.
        Thread.interrupted();
      }
    }
    if (isLate) {
      cancel(work);
    }
  }

  private void over(@Nullable Object done, @Nullable Throwable failure) {
    synchronized (this) {
      if (stage == Stage.OVER) {
        return;
      }
      stage = Stage.OVER;
    }
    cancelLimit();
    script.ended.accept(this, failure == null ? done(done) : outcome(failure));
  }

  private void cancelLimit() {
    Timer timer = limit;
    if (timer != null) {
      timer.cancel();
    }
  }

  private static RunOutcome done(@Nullable Object done) {
    return RunOutcome.done(done instanceof DoneMessage message ? message.text() : "");
  }

  private RunOutcome outcome(Throwable failure) {
    Throwable thrown =
        failure instanceof CompletionException wrapped && wrapped.getCause() != null
            ? wrapped.getCause()
            : failure;
    if (undecodable) {
      return RunOutcome.undecodable(thrown);
    }
    Duration limit = exceeded;
    if (limit != null) {
      return RunOutcome.tooLong(limit, thrown);
    }
    return isClosedBeforeEnd() ? RunOutcome.interrupted(thrown) : RunOutcome.of(thrown);
  }

  private synchronized boolean isClosedBeforeEnd() {
    return closedBeforeEnd;
  }

  // A stage that is no future goes on; what it does then has no effect on the job.
  private static void cancel(CompletionStage<?> work) {
    try {
      work.toCompletableFuture().cancel(true);
    } catch (UnsupportedOperationException noFuture) {
      return;
    }
  }
}
