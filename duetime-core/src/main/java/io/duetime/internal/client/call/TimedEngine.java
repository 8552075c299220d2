package io.duetime.internal.client.call;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.TimeSource;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Operation;
import io.duetime.engine.Settlement;
import io.duetime.internal.async.Stages;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine whose calls end: what it has not answered in time fails, as unavailable where nothing
 * was to be changed, else with an unknown outcome. Thread safe.
 */
final class TimedEngine extends ForwardingEngine {
  private static final Logger LOG = LoggerFactory.getLogger(TimedEngine.class);

  private final OpenCalls calls;

  /** Waits {@code limit} for each answer. */
  TimedEngine(Engine inner, TimeSource time, Duration limit) {
    super(inner);
    this.calls = new OpenCalls(time, limit);
  }

  @Override
  protected <T> CompletionStage<T> around(Operation operation, Supplier<CompletionStage<T>> call) {
    return calls.within(call.get(), () -> unanswered(operation), late -> {});
  }

  // Jobs that nobody waits for any more go back at once, not only when their leases end.
  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    return calls.within(
        inner().claim(queue, request),
        () -> unanswered(Operation.CLAIM),
        late -> release(queue, late));
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    return calls.within(
        inner().claimById(queue, ids, request),
        () -> unanswered(Operation.CLAIM_BY_ID),
        late -> release(queue, late));
  }

  // Without a time limit: a second step beside one that is still under way could make the copy of
  // a dead job once more. No caller waits for it.
  @Override
  public CompletionStage<Maintenance> maintain() {
    return inner().maintain();
  }

  private void release(String queue, ClaimResult late) {
    List<Settlement> releases =
        late.jobs().stream().<Settlement>map(job -> new Settlement.Release(job.lease())).toList();
    if (!releases.isEmpty()) {
      Durability durability = capabilities().defaultDurability();
      Stages.whenDone(
          Stages.call(() -> inner().settle(queue, releases, durability)),
          (done, failure) ->
              LOG.warn(
                  "A claim of {} was answered too late; {} jobs {}",
                  queue,
                  releases.size(),
                  failure == null ? "went back" : "wait for the end of their leases"));
    }
  }

  private DuetimeException unanswered(Operation operation) {
    String what =
        "the store did not answer within " + calls.limit() + " (" + operation.words() + "); ";
    return operation.changes()
        ? new OutcomeUnknownException(what + "it may take effect all the same", null)
        : new RetryableException(ErrorCode.STORE_UNAVAILABLE, what + "try again later");
  }
}
