package io.duetime.runtime.work;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.InvalidRequestException;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Serial;
import io.duetime.async.Stages;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.QueueCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the leases of a worker's jobs while their handlers run: each at a third of its lease,
 * those that are due together in one call per shard. A job whose lease is lost is told, and one
 * that was cancelled. Thread safe.
 */
final class LeaseKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

  /** How long signals of cancelled jobs wait for each other, to be answered by one extension. */
  private static final Duration CHECK_PAUSE = Duration.ofMillis(100);

  /** How long no note is sent after a server of an earlier version has refused one. */
  private static final Duration WITHOUT_NOTES = Duration.ofMinutes(1);

  private final QueueCalls calls;
  private final ClientContext context;
  private final Duration lease;
  private final Interrupter interrupter;

  /** From when on extensions answer the last signal of a shard; written by events of the serial. */
  private final Map<ShardId, Long> checks = new ConcurrentHashMap<>();

  private final Set<Run<?>> runs = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean awake = new AtomicBoolean();
  private volatile long awakeAtNanos;
  private volatile Watcher.@Nullable Subscription signals;
  private final Serial serial;

  // Touched by events of the serial alone.
  private @Nullable Timer timer;
  private final Set<ShardId> failing = new HashSet<>();
  private @Nullable Long withoutNotesUntil;

  LeaseKeeper(QueueCalls calls, ClientContext context, Duration lease, Interrupter interrupter) {
    this.calls = calls;
    this.context = context;
    this.lease = lease;
    this.interrupter = interrupter;
    this.serial = new Serial(context.callbacks());
  }

  /** Hears from now on which of the jobs are cancelled. */
  void watch(String queue) {
    signals = context.engine().watch(queue, this::signalled);
  }

  private void signalled(Watcher.Signal signal) {
    if (signal.kind() == Watcher.Kind.CANCEL_REQUESTED) {
      check(signal.shard());
    }
  }

  void keep(Run<?> run) {
    runs.add(run);
    Long check = checks.get(shard(run));
    if (check != null) {
      // The signal may have come before the answer of the claim.
      run.term().checkAt(check);
    }
    long now = context.time().nanoTime();
    if (!awake.get()) {
      wake();
    } else if (now + run.term().nextNanos(now) - awakeAtNanos < 0) {
      // The claim was answered late: its lease, which counts from before the claim, is nearly over.
      serial.run(this::sleep);
    }
  }

  void forget(Run<?> run) {
    runs.remove(run);
  }

  /** Extends the lease of a run soon, as an extension carries its note. */
  void noted(Run<?> run) {
    serial.run(() -> {
      if (takesNotes()) {
        run.term().noted();
        sleep();
      } else {
        run.dropNote();
      }
    });
  }

  private boolean takesNotes() {
    return withoutNotesUntil == null || withoutNotesUntil - context.time().nanoTime() <= 0;
  }

  /** Extends the leases of a shard soon, because the answers tell which job was cancelled. */
  private void check(ShardId shard) {
    serial.run(() -> {
      long now = context.time().nanoTime();
      Long last = checks.get(shard);
      if (last != null && last - now > 0) {
        return;
      }
      long pause = CHECK_PAUSE.toNanos();
      long check = last == null || now - last > pause ? now : last + pause;
      checks.put(shard, check);
      runs.stream()
          .filter(run -> shard(run).equals(shard) && !run.isCancelRequested())
          .forEach(run -> run.term().checkAt(check));
      sleep();
    });
  }

  /** Stops extending; all leases lapse. */
  void stop() {
    runs.forEach(run -> run.term().letLapse());
    close();
  }

  /** Hears no more; may be called twice. */
  void close() {
    Watcher.Subscription left = signals;
    if (left != null) {
      left.close();
    }
  }

  private void wake() {
    if (awake.compareAndSet(false, true)) {
      serial.run(this::sleep);
    }
  }

  private void sleep() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
    long now = context.time().nanoTime();
    long next = Long.MAX_VALUE;
    for (Run<?> run : runs) {
      next = Math.min(next, run.term().nextNanos(now));
    }
    if (next == Long.MAX_VALUE) {
      awake.set(false);
      if (!runs.isEmpty()) {
        wake();
      }
      return;
    }
    awakeAtNanos = now + next;
    timer = context.time().after(Duration.ofNanos(next), () -> serial.run(this::look));
  }

  private void look() {
    long now = context.time().nanoTime();
    long soon = now + lease.toNanos() / 10;
    Map<ShardId, List<Run<?>>> extended = new HashMap<>();
    for (Run<?> run : runs) {
      if (run.term().isOver(now)) {
        lose(run);
      } else if (run.term().claimExtension(now, soon)) {
        extended.computeIfAbsent(shard(run), same -> new ArrayList<>()).add(run);
      }
    }
    extended.forEach((shard, together) -> extend(shard, together, now));
    sleep();
  }

  private static ShardId shard(Run<?> run) {
    return run.claimed().lease().shard();
  }

  // One call per shard, so that an unreachable shard does not cost the others their leases.
  private void extend(ShardId shard, List<Run<?>> extended, long sentNanos) {
    SettleRequest extension = SettleRequest.extend(lease);
    List<Settlement> extensions =
        extended.stream()
            .map(run ->
                new Settlement(
                    run.claimed().lease(), takesNotes() ? run.withNote(extension) : extension))
            .toList();
    Stages.whenAnswered(
        calls.settle(extensions, Durability.NONE),
        results ->
            answered(() -> {
              failing.remove(shard);
              for (int i = 0; i < extended.size(); i++) {
                extended(extended.get(i), extensions.get(i), results.get(i), sentNanos);
              }
            }),
        failure -> answered(() -> failed(shard, extended, extensions, failure)));
  }

  private void answered(Runnable answer) {
    serial.run(() -> {
      answer.run();
      sleep();
    });
  }

  private void extended(Run<?> run, Settlement sent, Settled result, long sentNanos) {
    if (result.outcome() != SettleOutcome.EXTENDED) {
      lose(run);
      return;
    }
    run.term().begin(sentNanos);
    if (!takesNotes()) {
      run.dropNote();
    } else if (run.carried(sent.request())) {
      run.term().noted();
    }
    if (result.cancelRequested()) {
      interrupter.cancelRequested(run);
    }
  }

  private void failed(
      ShardId shard, List<Run<?>> extended, List<Settlement> extensions, DuetimeException failure) {
    // Repeated with the note, it would be refused until all the leases have lapsed.
    if (failure instanceof InvalidRequestException
        && extensions.stream().anyMatch(LeaseKeeper::hasNote)) {
      withoutNotesUntil = context.time().nanoTime() + WITHOUT_NOTES.toNanos();
    }
    if (failing.add(shard)) {
      LOG.warn(
          "{} leases could not be extended; the next attempt follows by itself: {}",
          extended.size(),
          failure.getMessage());
    }
    long pause = lease.toNanos() / 20;
    long again = context.time().nanoTime() + pause + context.random().nextLong(pause + 1);
    extended.forEach(run -> run.term().failed(again));
  }

  private static boolean hasNote(Settlement sent) {
    return sent.request() instanceof SettleRequest.Extend extension && extension.note() != null;
  }

  private void lose(Run<?> run) {
    runs.remove(run);
    if (run.loseLease()) {
      interrupter.leaseLost(run);
    }
  }
}
