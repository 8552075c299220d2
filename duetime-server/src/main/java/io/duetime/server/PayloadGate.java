package io.duetime.server;

import io.duetime.JobPage;
import io.duetime.Limits;
import io.duetime.async.Stages;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the bytes of payload that claims and lists bring from the store at a time, as each may
 * bring many; further calls wait for their turn, in order. Thread safe.
 */
final class PayloadGate extends ForwardingEngine {
  private final int maxPayload;
  private final Queue<Turn<?>> waiting = new ArrayDeque<>();
  private final ThreadLocal<Boolean> isCalling = ThreadLocal.withInitial(() -> false);
  private long left;

  /**
   * Forwards to an engine.
   *
   * @param most the bytes at a time; one call is always allowed
   * @param maxPayload the bytes of the largest payload
   */
  PayloadGate(Engine inner, long most, int maxPayload) {
    super(inner);
    this.left = Math.max(most, Limits.MAX_CLAIM_BYTES + maxPayload);
    this.maxPayload = maxPayload;
  }

  /** A call and the most bytes that it may bring. */
  private record Turn<T>(
      long bytes, Supplier<CompletionStage<T>> call, CompletableFuture<T> answer) {}

  @Override
  public Capabilities capabilities() {
    return super.capabilities().withMaxPayload(maxPayload);
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return inTurn(most(request.max(), Limits.MAX_CLAIM_BYTES), () -> super.claim(queue, request));
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return inTurn(
        most(Math.min(request.max(), ids.size()), Limits.MAX_CLAIM_BYTES),
        () -> super.claimById(queue, ids, request));
  }

  @Override
  public CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit) {
    return inTurn(
        most(limit, Limits.MAX_PAGE_BYTES), () -> super.list(queue, selection, cursor, limit));
  }

  /** An answer ends with the job that reaches its bytes. */
  private long most(int jobs, long bytes) {
    return Math.min((long) jobs * maxPayload, bytes + maxPayload);
  }

  private <T> CompletionStage<T> inTurn(long bytes, Supplier<CompletionStage<T>> call) {
    Turn<T> turn = new Turn<>(bytes, call, new CompletableFuture<>());
    synchronized (this) {
      waiting.add(turn);
    }
    callWaiting();
    return turn.answer;
  }

  private void callWaiting() {
    if (isCalling.get()) {
      // An answer that came within its call: the loop below goes on, so that calls do not nest.
      return;
    }
    isCalling.set(true);
    try {
      for (Turn<?> next = next(); next != null; next = next()) {
        call(next);
      }
    } finally {
      isCalling.set(false);
    }
  }

  private synchronized @Nullable Turn<?> next() {
    Turn<?> next = waiting.peek();
    if (next == null || next.bytes > left) {
      return null;
    }
    left -= next.bytes;
    return waiting.remove();
  }

  private <T> void call(Turn<T> turn) {
    Stages.onCompletion(
        Stages.call(turn.call),
        (result, failure) -> {
          // First the answer, so that what counts its bytes from now on has them before they are
          // given back.
          if (failure == null) {
            turn.answer.complete(result);
          } else {
            turn.answer.completeExceptionally(Stages.cause(failure));
          }
          synchronized (this) {
            left += turn.bytes;
          }
          callWaiting();
        });
  }
}
