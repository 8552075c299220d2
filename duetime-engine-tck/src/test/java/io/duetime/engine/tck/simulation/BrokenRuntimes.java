package io.duetime.engine.tck.simulation;

import io.duetime.Durability;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Settlement;
import io.duetime.engine.Watcher;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Makes runtimes behave as if they had certain faults, by what they hear and send. */
final class BrokenRuntimes {
  private BrokenRuntimes() {}

  /** A claimer forgets what it hears between the question and its answer. */
  static final class ForgetsWakeUps extends ForwardingEngine {
    private int claims;

    ForgetsWakeUps(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      claims++;
      return super.claim(queue, request).whenComplete((result, failure) -> claims--);
    }

    @Override
    public Watcher.Subscription watch(String queue, Watcher watcher) {
      return super.watch(
          queue,
          signal -> {
            if (claims == 0) {
              watcher.signal(signal);
            }
          });
    }
  }

  /**
   * A worker counts each extension from a moment after it was sent: so the store ends the lease
   * that much earlier than the worker thinks.
   */
  static final class CountsFromAfterTheSend extends ForwardingEngine {
    private static final long LATE_MILLIS = 30;

    CountsFromAfterTheSend(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      return super.settle(
          queue, settlements.stream().map(CountsFromAfterTheSend::shorter).toList(), durability);
    }

    private static Settlement shorter(Settlement settlement) {
      return settlement.request() instanceof SettleRequest.Extend extension
          ? new Settlement(
              settlement.lease(),
              new SettleRequest.Extend(extension.extendByMillis() - LATE_MILLIS, extension.note()))
          : settlement;
    }
  }
}
