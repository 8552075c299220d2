package io.duetime.runtime.work;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.Limits;
import io.duetime.OutcomeUnknownException;
import io.duetime.TimeSource.Timer;
import io.duetime.Worker;
import io.duetime.WorkerSettings;
import io.duetime.async.Pauses;
import io.duetime.async.Serial;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.LeaseReleaser;
import io.duetime.runtime.claim.Claimant;
import io.duetime.runtime.claim.QueueClaimer;
import io.duetime.runtime.claim.QueueClaimers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Claims jobs through the claimer of its queue, passes them to its handlers and settles them. It
 * claims only as many jobs as its handlers can begin at once. If handlers are shorter than a round
 * trip to the store, it claims ahead ({@link Slots}).
 *
 * <p>Deliveries and closing are events of one serial, so that no claimed job slips past a close;
 * handlers run beside it.
 */
final class QueueWorker<T> implements Worker, Claimant {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** How long a close waits for the ends of handlers that it has interrupted. */
  private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);

  /** How long jobs wait for a handler while none ends, before they are released. */
  private static final Duration STALL = Duration.ofMillis(100);

  /** Its name in this process and as a consumer, its threads, and what hangs in the store. */
  record Seat(String name, String holder, HandlerPool pool, Interrupter.Hanging hanging) {}

  private final WorkerPlan<T> plan;
  private final ClientContext context;
  private final WorkerSettings settings;
  private final String name;
  private final Terms terms;
  private final Slots slots;
  private final Starter starter;
  private final LeaseKeeper keeper;
  final Interrupter interrupter;
  private final RunFinisher<T> finisher;
  private final Run.Script<T> script;
  private final Serial serial;
  private final Set<Run<T>> held = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final CompletableFuture<Void> storeEnded = new CompletableFuture<>();
  private volatile @Nullable QueueClaimer claimer;
  private volatile boolean paused;

  // Written by events of the serial alone.
  private volatile boolean closing;

  // Touched by events of the serial alone.
  private final Pauses refusals;
  private boolean watching;
  private long begunBeforeRefusal;
  private @Nullable Timer closeLimit;

  QueueWorker(WorkerPlan<T> plan, Seat seat, ClientContext context) {
    this.plan = plan;
    this.context = context;
    this.settings = plan.built();
    this.serial = new Serial(context.callbacks());
    this.name = seat.name;
    this.terms = new Terms(settings.lease().toMillis(), seat.holder);
    this.refusals = new Pauses(context.random(), FIRST_PAUSE, LONGEST_PAUSE);
    this.slots = new Slots(settings.concurrency());
    this.starter =
        plan.isAsync()
            ? new AsyncStarter(settings.concurrency(), seat.pool, this::refused)
            : new Handlers(settings.concurrency(), seat.pool, this::refused);
    this.interrupter = new Interrupter(name, context, settings, seat.hanging, this::freeSlot);
    this.keeper = new LeaseKeeper(plan.place().calls(), context, settings.lease(), interrupter);
    this.finisher = new RunFinisher<>(plan, context);
    this.script = new Run.Script<>(plan.handler(), this::begun, this::ended, keeper::noted);
  }

  void start(QueueClaimers claimers) {
    if (!settings.daemon()) {
      StoreWorkers.KeepAlive.until(name, CompletableFuture.anyOf(closed, storeEnded));
    }
    // An event, so that a close either comes before it, or after it and leaves the claimer.
    serial.run(() -> {
      if (!closing) {
        keeper.watch(plan.place().queue());
        QueueClaimer mine = claimers.expectedIn(plan.place().queue());
        claimer = mine;
        mine.join(this);
      }
    });
  }

  /** Completes when the worker is closed and its last handler has ended. */
  CompletableFuture<Void> stopped() {
    return stopped;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int running() {
    return (int) held.stream().filter(Run::isRunning).count();
  }

  @Override
  public List<String> abandoned() {
    return interrupter.abandoned();
  }

  @Override
  public boolean isStuck() {
    return interrupter.isStuck();
  }

  @Override
  public Terms terms() {
    return terms;
  }

  @Override
  public boolean yields() {
    return true;
  }

  @Override
  public int claimers() {
    return settings.claimers();
  }

  @Override
  public int reserve(int most) {
    return paused || closing ? 0 : slots.reserve(most);
  }

  @Override
  public void failed(DuetimeException failure, int reserved) {
    if (failure.code() == ErrorCode.STORE_FAILED || failure.code() == ErrorCode.STORE_CLOSED) {
      storeEnded.complete(null);
    }
    slots.release(reserved);
    serial.run(this::checkStopped);
  }

  @Override
  public void deliver(ClaimResult claimed, int reserved, long sentNanos) {
    serial.run(() -> {
      boolean refuses = closing || paused;
      List<ClaimedJob> begun = refuses ? List.of() : interrupter.allowed(claimed.jobs());
      int jobs = begun.size();
      slots.release(reserved - jobs);
      if (refuses) {
        release(claimed.leases());
        checkStopped();
      } else if (jobs > 0) {
        if (slots.begunSoFar() > begunBeforeRefusal) {
          refusals.succeeded();
        }
        slots.use(jobs, context.time().nanoTime() - sentNanos);
        begun.forEach(job -> hold(job, sentNanos));
        watchForStall();
      }
      // The claimer may have looked for room before this event released it.
      if (jobs < reserved && !closing) {
        wakeClaimer();
      }
    });
  }

  private void hold(ClaimedJob job, long sentNanos) {
    LeaseTerm term = new LeaseTerm(settings.lease().toNanos(), sentNanos);
    Run<T> run = new Run<>(job, plan.place().codec(), script, term);
    held.add(run);
    keeper.keep(run);
    starter.add(run);
  }

  // Without a pause the jobs would be claimed again at once, and refused again.
  private void refused(RejectedExecutionException refusal) {
    if (paused) {
      return;
    }
    paused = true;
    serial.run(() -> {
      RunLog.refused(name, refusal);
      begunBeforeRefusal = slots.begunSoFar();
      context.time().after(refusals.next(), () -> serial.run(this::resumeClaiming));
      releaseUnbegun();
    });
  }

  // Handlers that have become slow must not keep jobs from other workers.
  private void watchForStall() {
    if (!watching && slots.isAhead()) {
      watching = true;
      long begun = slots.begunSoFar();
      context.time().after(STALL, () -> serial.run(() -> lookForStall(begun)));
    }
  }

  private void lookForStall(long begunBefore) {
    watching = false;
    if (slots.isAhead() && slots.begunSoFar() == begunBefore) {
      releaseUnbegun();
      wakeClaimer();
    }
    watchForStall();
  }

  private void resumeClaiming() {
    paused = false;
    wakeClaimer();
  }

  // A job whose lease ended while it waited for its thread is not begun.
  private boolean begun(Run<T> run) {
    if (slots.begun()) {
      wakeClaimer();
    }
    if (!interrupter.begins(run)) {
      return false;
    }
    if (!context.listeners().isEmpty()) {
      Duration lateness = Duration.between(run.dueAt(), context.clock().now());
      Duration late = lateness.isNegative() ? Duration.ZERO : lateness;
      context.listeners().notifyHere(one -> one.started(run, late));
    }
    return true;
  }

  // The settlement is sent before the next claim, so that it makes room under a limit of jobs
  // running at once.
  private void ended(Run<T> run, RunOutcome outcome) {
    keeper.forget(run);
    CompletableFuture<Void> settled = Stages.call(() -> finisher.ended(run, outcome));
    if (interrupter.ended(run)) {
      held.remove(run);
      return;
    }
    boolean hasRoom = slots.ended();
    starter.ended();
    Stages.whenDone(
        settled,
        (done, failure) -> {
          held.remove(run);
          if (slots.settled()) {
            wakeClaimer();
          }
          if (closing) {
            serial.run(this::checkStopped);
          }
        });
    if (hasRoom) {
      wakeClaimer();
    }
  }

  private void freeSlot(Run<?> abandoned) {
    if (abandoned.isReplaced()) {
      starter.replaced(abandoned);
    } else {
      starter.ended();
    }
    slots.ended();
    slots.settled();
    wakeClaimer();
    serial.run(this::checkStopped);
  }

  private void wakeClaimer() {
    QueueClaimer joined = claimer;
    if (joined != null) {
      joined.wake();
    }
  }

  private void releaseUnbegun() {
    List<Run<T>> unbegun = held.stream().filter(Run::withdraw).toList();
    unbegun.forEach(run -> {
      keeper.forget(run);
      held.remove(run);
    });
    starter.forget(unbegun);
    slots.withdraw(unbegun.size());
    release(unbegun.stream().map(run -> run.claimed().lease()).toList());
  }

  private void release(List<LeaseToken> leases) {
    LeaseReleaser.release(leases, plan.place().queue(), context.engine());
  }

  @Override
  public void closed() {
    beginToClose();
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    beginToClose();
    return context.forCallers(closed);
  }

  @Override
  public void close() {
    beginToClose();
    Thread caller = Thread.currentThread();
    if (held.stream().noneMatch(run -> run.runsOn(caller))) {
      awaitClosed();
    }
  }

  private void awaitClosed() {
    try {
      context.waits().get(closed.copy());
    } catch (OutcomeUnknownException interrupted) {
      // An interrupted close does not wait longer; the interrupt has been restored.
      serial.run(this::giveUp);
    }
  }

  @Override
  public void awaitStopped() {
    context.waits().get(stopped.copy());
  }

  @Override
  public boolean awaitStopped(Duration limit) {
    Limits.upToHundredYears("limit", limit);
    CompletableFuture<Boolean> either = stopped.thenApply(done -> true);
    Timer timer = context.time().after(limit, () -> either.complete(false));
    boolean hasStopped = context.waits().get(either);
    timer.cancel();
    return hasStopped;
  }

  private void beginToClose() {
    serial.run(() -> {
      if (closing) {
        return;
      }
      closing = true;
      QueueClaimer joined = claimer;
      if (joined != null) {
        joined.leave(this);
      }
      releaseUnbegun();
      closeLimit = context.time().after(settings.closeLimit(), () -> serial.run(this::giveUp));
      checkStopped();
    });
  }

  // A handler that ignores the interrupt keeps its lease: no other consumer may begin its job
  // meanwhile.
  private void giveUp() {
    held.forEach(Run::interruptByClose);
    if (closeLimit != null) {
      closeLimit.cancel();
    }
    closeLimit = context.time().after(AFTER_INTERRUPT, () -> closed.complete(null));
  }

  /** Lets the leases of handlers that still run lapse, because the store closes. */
  void storeClosed() {
    keeper.stop();
    closed.complete(null);
  }

  private void checkStopped() {
    if (closing && slots.isIdle()) {
      if (closeLimit != null) {
        closeLimit.cancel();
      }
      starter.close();
      keeper.close();
      stopped.complete(null);
      closed.complete(null);
    }
  }
}
