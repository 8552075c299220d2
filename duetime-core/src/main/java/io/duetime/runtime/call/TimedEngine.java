package io.duetime.runtime.call;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.Explanation;
import io.duetime.OutcomeUnknownException;
import io.duetime.QueueConsumer;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.StoreFailureException;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Operation;
import io.duetime.engine.Settlement;
import io.duetime.text.DurationText;
import io.duetime.time.Deadlines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Ends every call to an engine. A call without an answer in time fails: as unavailable if it
 * changes nothing, otherwise with an unknown outcome. After {@link #close} every call fails as
 * closed. It also completes what a store tells of consumers by their {@link Presence}. Thread safe.
 */
public final class TimedEngine extends ForwardingEngine {
  private final Deadlines deadlines;
  private final Duration limit;
  private final TimeSource time;
  private final Listeners listeners;
  private final PresenceReader presence;
  private volatile boolean isClosed;

  /** Waits {@code limit} for each answer, and reports each call to listeners. */
  TimedEngine(
      Engine inner, TimeSource time, Duration limit, Listeners listeners, PresenceReader presence) {
    super(inner);
    this.deadlines = new Deadlines(time);
    this.limit = limit;
    this.time = time;
    this.listeners = listeners;
    this.presence = presence;
  }

  /** The error of a call to a store that has been closed. */
  public static StoreFailureException closed() {
    return new StoreFailureException(
        ErrorCode.STORE_CLOSED, "the store is closed; open it again to go on");
  }

  @Override
  protected <T> CompletionStage<T> around(Operation operation, Supplier<CompletionStage<T>> call) {
    return timed(operation, call, late -> {});
  }

  // The call that is made most often, without the frames of the other calls.
  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    return isClosed || !listeners.isEmpty()
        ? super.schedule(queue, jobs, durability)
        : within(inner().schedule(queue, jobs, durability), Operation.SCHEDULE, late -> {});
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return claimed(Operation.CLAIM, queue, () -> inner().claim(queue, request));
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return claimed(Operation.CLAIM_BY_ID, queue, () -> inner().claimById(queue, ids, request));
  }

  // The jobs of a claim without a waiting caller are released at once, not at their lease deadline.
  private CompletionStage<ClaimResult> claimed(
      Operation operation, String queue, Supplier<CompletionStage<ClaimResult>> call) {
    return timed(operation, call, late -> LeaseReleaser.release(late.leases(), queue, inner()));
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    CompletionStage<List<Settled>> answer = super.settle(queue, settlements, durability);
    return listeners.isEmpty()
        ? answer
        : Stages.noting(
            answer,
            results ->
                results.forEach(
                    result -> listeners.notify(one -> one.settled(queue, result.outcome()))));
  }

  @Override
  public CompletionStage<Explanation> explain(String queue, String id) {
    return around(Operation.EXPLAIN, () -> presence.explain(queue, id, inner().explain(queue, id)));
  }

  @Override
  public CompletionStage<List<QueueConsumer>> consumers(String queue) {
    return around(Operation.CONSUMERS, () -> presence.consumers(queue, inner().consumers(queue)));
  }

  // Without a time limit: a second step while the first is under way could copy a dead job twice.
  // No caller waits for it.
  @Override
  public CompletionStage<Maintenance> maintain() {
    return isClosed ? CompletableFuture.failedFuture(closed()) : inner().maintain();
  }

  @Override
  public void close() {
    isClosed = true;
    inner().close();
  }

  private <T> CompletionStage<T> timed(
      Operation operation, Supplier<CompletionStage<T>> call, Consumer<T> late) {
    if (isClosed) {
      return CompletableFuture.failedFuture(closed());
    }
    if (listeners.isEmpty()) {
      return within(Stages.call(call), operation, late);
    }
    long sentNanos = time.nanoTime();
    CompletionStage<T> answer = within(Stages.call(call), operation, late);
    Stages.whenDone(
        answer,
        (done, failure) -> {
          Duration took = Duration.ofNanos(time.nanoTime() - sentNanos);
          listeners.notify(one -> one.storeCalled(operation.words(), took, failure));
        });
    return answer;
  }

  /**
   * Returns the outcome of a call, or a failure if it does not come in time.
   *
   * @param late receives a value that comes after the call has ended
   */
  private <T> CompletableFuture<T> within(
      CompletionStage<T> stage, Operation operation, Consumer<T> late) {
    CompletableFuture<T> asked = stage.toCompletableFuture();
    if (asked.isDone()) {
      return asked;
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    Deadlines.Open open =
        deadlines.open(limit, () -> answer.completeExceptionally(unanswered(operation)));
    Stages.whenDone(
        asked,
        (value, failure) -> {
          open.close();
          if (failure != null) {
            answer.completeExceptionally(failure);
          } else if (!answer.complete(value)) {
            late.accept(value);
          }
        });
    return answer;
  }

  private DuetimeException unanswered(Operation operation) {
    String what =
        "the store did not answer within "
            + DurationText.exact(limit)
            + " ("
            + operation.words()
            + "); ";
    return operation.changes()
        ? new OutcomeUnknownException(what + "it may take effect all the same", null)
        : new RetryableException(ErrorCode.STORE_UNAVAILABLE, what + "try again later");
  }
}
