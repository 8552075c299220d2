package io.duetime.engine.tck.simulation;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.Capabilities;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Operation;
import io.duetime.engine.Settlement;
import io.duetime.engine.Watcher;
import io.duetime.engine.tck.simulation.Weather.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The store as one process sees it: slow, failing, forgetful, with signals that get lost. */
class FaultyEngine extends ForwardingEngine {
  private final DuetimeException refused =
      new RetryableException(ErrorCode.STORE_UNAVAILABLE, "away");
  private final DuetimeException lost = new OutcomeUnknownException("answer lost", null);

  private final World.Node process;

  /** Runs what is under way while the process pauses. */
  private final World.Node network;

  private final Weather weather;

  /** Learns which leases the process may rely on. */
  private final Witness witness;

  private boolean closed;

  /** Puts itself between a process and the store of a run. */
  FaultyEngine(Run run, World.Node process) {
    super(run.memory);
    this.process = process;
    this.network = run.network;
    this.weather = run.weather;
    this.witness = run.witness;
  }

  @Override
  protected <T> CompletionStage<T> around(Operation operation, Supplier<CompletionStage<T>> call) {
    if (closed) {
      return CompletableFuture.failedFuture(refused);
    }
    if (weather.brings(Trouble.REFUSAL)) {
      process.trace(() -> operation + " is refused");
      return CompletableFuture.failedFuture(refused);
    }
    if (operation == Operation.MAINTAIN) {
      return call.get();
    }
    boolean isLost = weather.brings(Trouble.LOST_ANSWER);
    boolean isForgotten = weather.brings(Trouble.NO_ANSWER);
    process.trace(() -> operation + (isLost ? " loses" : "") + (isForgotten ? " forgets" : ""));
    if (!weather.brings(Trouble.SLOWNESS) && !isForgotten) {
      return isLost ? lost(operation, call.get()) : call.get();
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    network.later(
        weather.latency(),
        () -> {
          CompletionStage<T> done = call.get();
          if (!isForgotten) {
            CompletionStage<T> given = isLost ? lost(operation, done) : done;
            process.later(weather.latency(), () -> pass(given, answer));
          }
        });
    return answer;
  }

  static <T> void pass(CompletionStage<T> from, CompletableFuture<T> to) {
    CompletionStage<T> unused =
        from.whenComplete((value, failure) -> {
          if (failure != null) {
            to.completeExceptionally(failure);
          } else {
            to.complete(value);
          }
        });
  }

  private <T> CompletionStage<T> lost(Operation operation, CompletionStage<T> done) {
    DuetimeException failure = operation.changes() ? lost : refused;
    return done.thenCompose(value -> CompletableFuture.<T>failedFuture(failure));
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    long sent = process.nanoTime();
    return super.claim(queue, request)
        .thenApply(result -> {
          process.trace(() -> "claimed " + result);
          result.leases().forEach(lease -> witness.leased(lease, sent, request.leaseMillis()));
          return result;
        });
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    long sent = process.nanoTime();
    return super.settle(queue, settlements, durability)
        .thenApply(results -> {
          process.trace(() -> "settled " + settlements + " " + results);
          for (int i = 0; i < results.size(); i++) {
            if (settlements.get(i).request() instanceof SettleRequest.Extend extension
                && results.get(i).outcome() == SettleOutcome.EXTENDED) {
              witness.leased(settlements.get(i).lease(), sent, extension.extendByMillis());
            }
          }
          return results;
        });
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return super.watch(
        queue,
        signal -> {
          Runnable pass = () -> watcher.signal(signal);
          if (weather.brings(Trouble.LOST_SIGNAL)) {
            return;
          }
          if (weather.brings(Trouble.LATE_SIGNAL)) {
            process.later(weather.latency(), pass);
          } else if (process.isRunning()) {
            pass.run();
          } else {
            process.later(Duration.ZERO, pass);
          }
          if (weather.brings(Trouble.DOUBLED_SIGNAL)) {
            process.later(weather.latency(), pass);
          }
        });
  }

  @Override
  public Capabilities capabilities() {
    Capabilities mine = super.capabilities();
    return new Capabilities(
        mine.name(), false, false, weather.shared, false, mine.defaultDurability());
  }

  // The other processes go on with the store.
  @Override
  public void close() {
    closed = true;
  }
}
