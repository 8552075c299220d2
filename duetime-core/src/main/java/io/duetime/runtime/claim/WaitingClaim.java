package io.duetime.runtime.claim;

import io.duetime.DuetimeException;
import io.duetime.TimeSource.Timer;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.runtime.call.ClientContext;
import io.duetime.runtime.call.LeaseReleaser;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Waits for jobs on behalf of one call. */
final class WaitingClaim implements Claimant {
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
