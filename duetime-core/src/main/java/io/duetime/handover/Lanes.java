package io.duetime.handover;

import io.duetime.Job;
import io.duetime.JobFailed;
import io.duetime.TimeSource;
import io.duetime.handover.CircuitBreaker.State;
import io.duetime.internal.async.Pauses;
import io.duetime.internal.async.Serial;
import io.duetime.internal.async.Stages;
import io.duetime.internal.client.call.ErrorText;
import io.duetime.internal.client.work.StoppedRun;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishes jobs in the order of their keys: a lane for each key, in which the first job is sent,
 * again if need be, until it has ended; the others wait. While the breaker is open nothing is sent,
 * and while it is half open one job at a time. Thread safe: all state belongs to events of one
 * serial.
 */
final class Lanes {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration UNSENT_PAUSE = Duration.ofMillis(100);

  /** A job in its lane, from its claim to its end. */
  private static final class Entry {
    final String key;
    final Job<byte[]> job;
    final CompletableFuture<Void> end = new Confirm();
    final Pauses pauses = new Pauses(new SplittableRandom(), FIRST_PAUSE, LONGEST_PAUSE);
    int tries;
    boolean isSent;
    boolean mayHaveArrived;
    @Nullable Throwable lastFailure;

    Entry(String key, Job<byte[]> job) {
      this.key = key;
      this.job = job;
    }

    boolean mayHaveArrivedBefore() {
      return mayHaveArrived || job.mayHaveArrived();
    }

    boolean mayTryAgain() {
      return (long) job.attempt() + tries <= job.maxAttempts();
    }
  }

  private final HandOver.Builder plan;
  private final MessageTemplate key;
  private final PublishAnswers answers;
  private final TimeSource time;
  private final BooleanSupplier isLeading;
  private final Serial serial = new Serial(ForkJoinPool.commonPool());
  private final Runnable forgetBreaker;

  // Touched by events of the serial alone.
  private final Map<String, Deque<Entry>> lanes = new HashMap<>();
  private final Set<Entry> held = new LinkedHashSet<>();
  private int sent;
  private boolean stopped;

  private volatile int inFlight;

  /**
   * Creates lanes without jobs.
   *
   * @param isLeading whether this process may still send
   */
  Lanes(HandOver.Builder plan, MessageTemplate key, TimeSource time, BooleanSupplier isLeading) {
    this.plan = plan;
    this.key = key;
    this.answers = new PublishAnswers(plan);
    this.time = time;
    this.isLeading = isLeading;
    this.forgetBreaker = plan.listen(() -> serial.run(this::sendHeld));
  }

  int inFlight() {
    return inFlight;
  }

  /** Adds a job behind the earlier ones of its key; the stage completes when it has ended. */
  CompletionStage<?> add(Job<byte[]> job) {
    Entry entry;
    try {
      entry = new Entry(key.fill(job), job);
    } catch (PublishFailure noKey) {
      return CompletableFuture.failedStage(JobFailed.permanently(noKey.reason()));
    }
    serial.run(() -> {
      Deque<Entry> lane = lanes.computeIfAbsent(entry.key, first -> new ArrayDeque<>());
      lane.add(entry);
      // A lost lease also ends it, from outside.
      Stages.whenDone(entry.end, (done, failure) -> serial.run(() -> leave(entry)));
      if (stopped) {
        giveBack(entry);
      } else if (lane.peek() == entry) {
        send(entry);
      }
    });
    return entry.end;
  }

  /** Sends nothing more, and gives back the jobs that wait; those that were sent stay. */
  void stop() {
    forgetBreaker.run();
    serial.run(() -> {
      stopped = true;
      List.copyOf(lanes.values())
          .forEach(lane ->
              List.copyOf(lane).stream().filter(entry -> !entry.isSent).forEach(this::giveBack));
    });
  }

  private void giveBack(Entry entry) {
    Throwable last = entry.lastFailure;
    if (last == null && entry.mayHaveArrived) {
      last = JobFailed.notBegun("the hand-over has stopped").unconfirmed();
    }
    entry.end.completeExceptionally(
        last == null ? StoppedRun.notBegun("the hand-over has stopped") : last);
  }

  private void leave(Entry entry) {
    held.remove(entry);
    Deque<Entry> lane = lanes.get(entry.key);
    if (lane == null) {
      return;
    }
    boolean wasFirst = lane.peek() == entry;
    lane.remove(entry);
    if (lane.isEmpty()) {
      lanes.remove(entry.key);
    } else if (wasFirst) {
      send(lane.element());
    }
  }

  private void sendHeld() {
    List<Entry> again = List.copyOf(held);
    held.clear();
    again.forEach(this::send);
  }

  private void send(Entry entry) {
    if (entry.end.isDone() || stopped) {
      return;
    }
    if (!isLeading.getAsBoolean() || !maySend()) {
      held.add(entry);
      return;
    }
    if (entry.tries > 0 && entry.job.isCancelRequested()) {
      entry.end.completeExceptionally(entry.lastFailure);
      return;
    }
    entry.isSent = true;
    inFlight = ++sent;
    PublishAnswers.of(
            plan.publisher,
            entry.tries == 0 && !entry.mayHaveArrived
                ? entry.job
                : new RetriedJob(entry.job, entry.tries, entry.mayHaveArrivedBefore()))
        .whenComplete((confirmed, failure) -> serial.run(() -> answered(entry, failure)));
  }

  private boolean maySend() {
    State state = plan.state();
    return state == State.CLOSED || (state == State.HALF_OPEN && sent == 0);
  }

  private void answered(Entry entry, @Nullable Throwable failure) {
    entry.isSent = false;
    inFlight = --sent;
    if (failure == null) {
      answers.confirmed();
      entry.end.complete(null);
    } else {
      failed(entry, PublishAnswers.cause(failure));
    }
    if (!held.isEmpty()) {
      sendHeld();
    }
  }

  private void failed(Entry entry, Throwable failure) {
    Duration pause = entry.pauses.next();
    if (failure instanceof PublishFailure known) {
      boolean counts = answers.note(known);
      if (known.kind() == PublishFailure.Kind.IMPOSSIBLE) {
        bury(entry, PublishAnswers.reason(known, entry.mayHaveArrivedBefore()));
        return;
      }
      if (known.kind() == PublishFailure.Kind.NOT_SENT || !counts) {
        entry.mayHaveArrived |= PublishAnswers.mayHaveArrived(known);
        sendAgain(entry, UNSENT_PAUSE);
        return;
      }
      pause = known.pause().orElse(pause);
    }
    if (failure instanceof JobFailed decided) {
      entry.end.completeExceptionally(decided);
      return;
    }
    entry.tries++;
    JobFailed retry = PublishAnswers.retry(failure, entry.mayHaveArrivedBefore());
    entry.mayHaveArrived |= PublishAnswers.mayHaveArrived(failure);
    entry.lastFailure = entry.mayHaveArrived ? retry.unconfirmed() : retry;
    if (entry.mayTryAgain()) {
      sendAgain(entry, pause);
    } else {
      bury(entry, ErrorText.of(retry));
    }
  }

  private static void bury(Entry entry, String reason) {
    JobFailed end = JobFailed.permanently(reason);
    entry.end.completeExceptionally(entry.mayHaveArrived ? end.unconfirmed() : end);
  }

  private void sendAgain(Entry entry, Duration pause) {
    if (stopped) {
      giveBack(entry);
    } else {
      time.after(pause, () -> serial.run(() -> send(entry)));
    }
  }
}
