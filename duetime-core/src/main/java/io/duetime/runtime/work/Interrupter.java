package io.duetime.runtime.work;

import io.duetime.TimeSource.Timer;
import io.duetime.WorkerSettings;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.LeaseReleaser;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts handlers of a worker that run too long, whose lease is lost or whose job was
 * cancelled, and abandons those that go on, so that other jobs run in their place. There are as
 * many replacements as the worker has handlers: beyond that an abandoned handler keeps its slot
 * until another one ends. Thread safe.
 */
final class Interrupter {
  /** The runs of all workers of a store whose handlers were interrupted and have not ended. */
  static final class Hanging {
    private final ConcurrentMap<String, Run<?>> byJob = new ConcurrentHashMap<>();

    private boolean has(ClaimedJob job) {
      return !byJob.isEmpty() && byJob.containsKey(key(job));
    }

    private void add(Run<?> run) {
      byJob.put(key(run.claimed()), run);
    }

    private void remove(Run<?> run) {
      if (!byJob.isEmpty()) {
        byJob.remove(key(run.claimed()), run);
      }
    }

    // No name of a queue has a space.
    private static String key(ClaimedJob job) {
      return job.lease().queue() + " " + job.lease().id();
    }
  }

  /** How long a job is left to other processes while a handler of it goes on here. */
  private static final Duration SNOOZE = Duration.ofSeconds(1);

  private final String worker;
  private final ClientContext context;
  private final WorkerSettings settings;
  private final int replacements;
  private final Hanging hanging;
  private final Consumer<Run<?>> freed;

  /** The abandoned runs with the moments, by the store's clock. Guarded by this. */
  private final Map<Run<?>, Long> abandoned = new LinkedHashMap<>();

  /**
   * Creates the interrupter of a worker.
   *
   * @param freed receives each abandoned run whose slot is free, because it was replaced or ended
   */
  Interrupter(
      String worker,
      ClientContext context,
      WorkerSettings settings,
      Hanging hanging,
      Consumer<Run<?>> freed) {
    this.worker = worker;
    this.context = context;
    this.settings = settings;
    this.replacements = settings.concurrency();
    this.hanging = hanging;
    this.freed = freed;
  }

  /**
   * Returns the jobs that this process may begin; the others are released for a while, because
   * earlier handlers of them go on.
   */
  List<ClaimedJob> allowed(List<ClaimedJob> claimed) {
    List<ClaimedJob> refused = claimed.stream().filter(hanging::has).toList();
    if (refused.isEmpty()) {
      return claimed;
    }
    List<LeaseToken> leases = refused.stream().map(ClaimedJob::lease).toList();
    LeaseReleaser.snooze(leases, SNOOZE, leases.get(0).queue(), context.engine());
    return claimed.stream().filter(job -> !refused.contains(job)).toList();
  }

  /** Notes that a handler is about to begin; false if its lease ended while it waited. */
  boolean begins(Run<?> run) {
    long now = context.time().nanoTime();
    if (run.term().isOver(now) && run.loseLease()) {
      leaseLost(run);
    }
    if (run.isLeaseLost()) {
      run.started(now, null);
      return false;
    }
    Timer limit =
        settings
            .maxRunTime()
            .map(max -> context.time().after(max, () -> tooLong(run, max)))
            .orElse(null);
    run.started(now, limit);
    interruptIfCancelled(run);
    return true;
  }

  private void tooLong(Run<?> run, Duration maxRunTime) {
    run.term().letLapse();
    RunLog.ranTooLong(run);
    run.interruptAfter(maxRunTime);
    mustEnd(run);
  }

  /** The job of a run was cancelled; each further extension of its lease says it again. */
  void cancelRequested(Run<?> run) {
    if (!run.isCancelRequested()) {
      run.cancelRequested(context.callbacks());
      interruptIfCancelled(run);
    }
  }

  private void interruptIfCancelled(Run<?> run) {
    if (settings.interruptOnCancel() && run.isCancelRequested()) {
      run.interrupt();
      mustEnd(run);
    }
  }

  /** The lease of a run is lost, and its handler was interrupted. */
  void leaseLost(Run<?> run) {
    mustEnd(run);
    RunLog.leaseLost(run);
    context.listeners().notify(run.payloadSize(), one -> one.leaseLost(run));
  }

  private void mustEnd(Run<?> run) {
    run.awaitEnd(() -> {
      hanging.add(run);
      return context.time().after(settings.abandonAfter(), () -> abandon(run));
    });
  }

  private void abandon(Run<?> run) {
    StackTraceElement[] where = run.stack();
    boolean isReplaced;
    boolean isStuck;
    synchronized (this) {
      if (!run.abandon()) {
        return;
      }
      abandoned.put(run, context.clock().now().toEpochMilli());
      isReplaced = abandoned.size() <= replacements;
      if (isReplaced) {
        run.replace();
      }
      isStuck = isStuck();
    }
    run.term().letLapse();
    RunLog.abandoned(run, settings.abandonAfter(), where);
    context.listeners().notify(run.payloadSize(), one -> one.abandoned(run));
    if (isReplaced) {
      freed.accept(run);
    }
    if (isStuck) {
      RunLog.stuck(worker, 2 * replacements);
    }
  }

  /** Notes the end of a handler; answers whether it had been abandoned. */
  boolean ended(Run<?> run) {
    hanging.remove(run);
    if (!run.isAbandoned()) {
      return false;
    }
    Run<?> free = run;
    synchronized (this) {
      abandoned.remove(run);
      if (run.isReplaced()) {
        free = firstToReplace();
        if (free != null) {
          free.replace();
        }
      }
    }
    RunLog.returned(run);
    if (free != null) {
      freed.accept(free);
    }
    return true;
  }

  private @Nullable Run<?> firstToReplace() {
    for (Run<?> run : abandoned.keySet()) {
      if (!run.isReplaced()) {
        return run;
      }
    }
    return null;
  }

  /** The ids of the jobs whose handlers were abandoned and go on. */
  synchronized List<String> abandoned() {
    return abandoned.keySet().stream().map(Run::id).toList();
  }

  /** Since when the first of them is abandoned, in epoch milliseconds; 0 without one. */
  synchronized long abandonedSince() {
    return abandoned.values().stream().findFirst().orElse(0L);
  }

  /** Whether all replacements hang, too. */
  synchronized boolean isStuck() {
    return abandoned.size() >= 2 * replacements;
  }
}
