package io.duetime.runtime.claim;

import io.duetime.DuetimeException;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.ShardId;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.LeaseReleaser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one {@link QueueClaimer} for each queue with waiting claimants. Claims ahead and claims
 * from one shard find other jobs, and have claimers of their own. Thread safe.
 */
public final class QueueClaimers implements AutoCloseable {
  private final ClientContext context;
  private final ConcurrentHashMap<Key, QueueClaimer> claimers = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Creates the collection without a claimer. */
  public QueueClaimers(ClientContext context) {
    this.context = context;
  }

  /**
   * Claims due jobs and waits for the first one. One claimer serves all waiting callers in the
   * order in which they came; no thread waits.
   *
   * <p>Cancelling the future ends the waiting; jobs that were claimed for it meanwhile are
   * released.
   *
   * @param wait how long at most; zero asks the store once
   * @return a result without jobs if none became due in time
   */
  public CompletableFuture<ClaimResult> claim(String queue, ClaimRequest request, Duration wait) {
    CompletableFuture<ClaimResult> claimed = claimNowOrLater(queue, request, wait);
    if (!context.listeners().isEmpty()) {
      Stages.whenAnswered(claimed, result -> notifyLateness(queue, result), failure -> {});
    }
    return claimed;
  }

  private void notifyLateness(String queue, ClaimResult result) {
    for (ClaimedJob job : result.jobs()) {
      long lateMillis = result.nowMillis() - job.times().dueAt();
      // A job that was claimed ahead has no lateness.
      if (lateMillis >= 0) {
        context.listeners().notify(one -> one.leased(queue, Duration.ofMillis(lateMillis)));
      }
    }
  }

  private CompletableFuture<ClaimResult> claimNowOrLater(
      String queue, ClaimRequest request, Duration wait) {
    if (wait.isZero() || wait.isNegative() || closed) {
      return claimOnce(queue, request);
    }
    WaitingClaim claim = new WaitingClaim(queue, request, context);
    QueueClaimer claimer = expectedIn(new Key(queue, request.shard(), request.dueBeforeMillis()));
    claimer.join(claim);
    Stages.whenDone(claim.result(), (any, failure) -> claimer.leave(claim));
    claim.endAfter(wait);
    return claim.result();
  }

  private CompletableFuture<ClaimResult> claimOnce(String queue, ClaimRequest request) {
    CompletableFuture<ClaimResult> claimed = new CompletableFuture<>();
    Stages.whenAnswered(
        Stages.call(() -> context.engine().claim(queue, request)),
        result -> {
          if (!claimed.complete(result)) {
            LeaseReleaser.release(result.leases(), queue, context.engine());
          }
        },
        claimed::completeExceptionally);
    return claimed;
  }

  /** Returns the claimer of a queue, which now expects one more claimant. */
  public QueueClaimer expectedIn(String queue) {
    return expectedIn(new Key(queue, null, null));
  }

  /** Returns the queues of which callers or workers wait for due jobs. */
  public Set<String> waitedFor() {
    Set<String> queues = new HashSet<>();
    claimers.forEach((key, claimer) -> {
      if (key.dueBefore == null && !claimer.isUnused()) {
        queues.add(key.queue);
      }
    });
    return queues;
  }

  /** Ends all waiting; callers are answered without jobs. */
  @Override
  public void close() {
    closed = true;
    new ArrayList<>(claimers.values()).forEach(QueueClaimer::close);
  }

  // The map's lock keeps a claimer from being dropped between being found and expecting a claimant.
  private QueueClaimer expectedIn(Key key) {
    return claimers.compute(
        key,
        (same, known) -> {
          QueueClaimer claimer = known == null ? newClaimer(key) : known;
          claimer.expect();
          return claimer;
        });
  }

  private QueueClaimer newClaimer(Key key) {
    return new QueueClaimer(
        new QueueClaimer.Source(key.queue, key.shard, key.dueBefore),
        context,
        () -> dropIfEmpty(key));
  }

  private void dropIfEmpty(Key key) {
    claimers.computeIfPresent(key, (same, claimer) -> claimer.isUnused() ? null : claimer);
  }

  private record Key(String queue, @Nullable ShardId shard, @Nullable Long dueBefore) {}

  /** Waits for jobs on behalf of one call. */
  static final class WaitingClaim implements Claimant {
    private final String queue;
    private final ClaimRequest request;
    private final ClientContext context;
    private final CompletableFuture<ClaimResult> result = new CompletableFuture<>();
    private final Terms terms;

    // Guarded by this.
    private boolean reserved;
    private boolean timedOut;

    WaitingClaim(String queue, ClaimRequest request, ClientContext context) {
      this.queue = queue;
      this.request = request;
      this.context = context;
      this.terms = new Terms(request.leaseMillis(), request.consumer());
    }

    CompletableFuture<ClaimResult> result() {
      return result;
    }

    void endAfter(Duration wait) {
      if (!result.isDone()) {
        Timer timer = context.time().after(wait, this::timeOut);
        Stages.whenDone(result, (any, failure) -> timer.cancel());
      }
    }

    @Override
    public Terms terms() {
      return terms;
    }

    @Override
    public synchronized int reserve(int most) {
      if (reserved || result.isDone()) {
        return 0;
      }
      reserved = true;
      return Math.min(most, request.max());
    }

    @Override
    public void deliver(ClaimResult claimed, int room, long sentNanos) {
      boolean last = free();
      if (claimed.jobs().isEmpty() && !last) {
        return;
      }
      if (!result.complete(claimed)) {
        LeaseReleaser.release(claimed.leases(), queue, context.engine());
      }
    }

    @Override
    public void failed(DuetimeException failure, int room) {
      result.completeExceptionally(failure);
    }

    @Override
    public void closed() {
      result.complete(nothing());
    }

    @Override
    public int claimers() {
      return 1;
    }

    private synchronized boolean free() {
      reserved = false;
      return timedOut;
    }

    // A claim that is under way for this call is answered first.
    private void timeOut() {
      synchronized (this) {
        timedOut = true;
        if (reserved) {
          return;
        }
      }
      result.complete(nothing());
    }

    private ClaimResult nothing() {
      return new ClaimResult(List.of(), context.clock().now().toEpochMilli(), ClaimResult.NEVER);
    }
  }
}
