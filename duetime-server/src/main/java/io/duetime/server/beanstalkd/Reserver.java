package io.duetime.server.beanstalkd;

import io.duetime.DuetimeException;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.server.beanstalkd.Tubes.Tube;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Claims one job for one reserve command from all tubes that its connection watches.
 *
 * <p>First it claims a job from each tube, keeps the one with the smallest priority and releases
 * the others. If no tube has one, it waits in the claim loop of each tube, which all connections
 * share; the first job ends the waiting in the others.
 */
final class Reserver {
  /** The wait of a command without a timeout. */
  static final long FOR_EVER = -1;

  private static final Comparator<ClaimedJob> ORDER =
      Comparator.comparingLong(ClaimedJob::priority)
          .thenComparingLong(job -> job.times().dueAt())
          .thenComparing(job -> job.lease().id());

  private final Session session;
  private final Store store;
  private final Statistics statistics;
  private final List<Tube> tubes;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private final List<CompletableFuture<ClaimResult>> waiting = new ArrayList<>();
  private @Nullable Timer timer;
  private boolean waits;
  private boolean mayWait;

  /**
   * The outcome of a reserve command.
   *
   * @param job the job, or null
   * @param answer the answer if there is no job
   */
  record Outcome(@Nullable ClaimedJob job, String answer) {}

  Reserver(Session session, Store store, Statistics statistics) {
    this.session = session;
    this.store = store;
    this.statistics = statistics;
    this.tubes = session.claimable();
  }

  /** Claims, waiting so many seconds at most. */
  CompletableFuture<Outcome> start(long seconds) {
    if (tubes.isEmpty()) {
      outcome.complete(new Outcome(null, Reply.FORBIDDEN));
      return outcome;
    }
    mayWait = seconds != 0 && session.marginNanos() > 0;
    if (mayWait && tubes.stream().allMatch(tube -> tube.waiting > 0)) {
      // Those that wait already come first.
      await(seconds);
      return outcome;
    }
    List<CompletableFuture<ClaimResult>> claims = new ArrayList<>(tubes.size());
    tubes.forEach(tube -> claims.add(store.claim(tube.name())));
    Stages.whenAnswered(
        store.here(Stages.together(claims)),
        results -> claimed(results, seconds),
        failure -> releaseAndFail(claims, failure));
    return outcome;
  }

  /**
   * Ends the waiting because the connection is gone, or half of it. A claim that is under way is
   * still answered.
   */
  void end() {
    mayWait = false;
    if (waits) {
      finish(new Outcome(null, Reply.TIMED_OUT));
    }
  }

  private void claimed(List<ClaimResult> results, long seconds) {
    List<ClaimedJob> jobs = new ArrayList<>(results.size());
    results.forEach(result -> jobs.addAll(result.jobs()));
    if (!jobs.isEmpty()) {
      jobs.sort(ORDER);
      ClaimedJob first = jobs.remove(0);
      if (!jobs.isEmpty()) {
        store.release(jobs.stream().map(ClaimedJob::lease).toList());
      }
      won(first);
    } else if (mayWait) {
      await(seconds);
    } else {
      finish(new Outcome(null, session.marginNanos() <= 0 ? Reply.DEADLINE_SOON : Reply.TIMED_OUT));
    }
  }

  private void await(long seconds) {
    waits = true;
    statistics.waiting++;
    tubes.forEach(tube -> tube.waiting++);
    armTimer(seconds);
    for (Tube tube : tubes) {
      if (outcome.isDone()) {
        return;
      }
      CompletableFuture<ClaimResult> claim = store.await(tube.name());
      waiting.add(claim);
      Stages.whenDone(store.here(claim), this::answered);
    }
  }

  private void armTimer(long seconds) {
    long limit = seconds == FOR_EVER ? Long.MAX_VALUE : Duration.ofSeconds(seconds).toNanos();
    long margin = session.marginNanos();
    long first = Math.min(limit, margin);
    if (first != Long.MAX_VALUE) {
      String answer = margin <= limit ? Reply.DEADLINE_SOON : Reply.TIMED_OUT;
      timer =
          store
              .time()
              .after(
                  Duration.ofNanos(first),
                  () -> store.execute(() -> finish(new Outcome(null, answer))));
    }
  }

  private void answered(@Nullable ClaimResult result, @Nullable DuetimeException failure) {
    if (result == null) {
      // Cancelled because the waiting is over, or the store does not answer.
      if (failure != null && !outcome.isDone()) {
        fail(failure);
      }
    } else if (result.jobs().isEmpty()) {
      // The server stops.
      end();
    } else {
      won(result.jobs().get(0));
    }
  }

  private void won(ClaimedJob job) {
    if (outcome.isDone()) {
      store.release(List.of(job.lease()));
    } else {
      finish(new Outcome(job, ""));
    }
  }

  private void finish(Outcome result) {
    if (!outcome.isDone()) {
      stopWaiting();
      outcome.complete(result);
    }
  }

  private void fail(DuetimeException failure) {
    stopWaiting();
    outcome.completeExceptionally(failure);
  }

  private void releaseAndFail(
      List<CompletableFuture<ClaimResult>> claims, DuetimeException failure) {
    claims.stream()
        .filter(claim -> !claim.isCompletedExceptionally())
        .forEach(claim -> store.release(claim.join()));
    if (!outcome.isDone()) {
      fail(failure);
    }
  }

  private void stopWaiting() {
    if (timer != null) {
      timer.cancel();
    }
    if (waits) {
      waits = false;
      statistics.waiting--;
      tubes.forEach(tube -> tube.waiting--);
    }
  }

  /** Leaves the claim loops. Called after the outcome, since a claim that has ended stays so. */
  void leave() {
    waiting.forEach(claim -> claim.cancel(false));
  }
}
