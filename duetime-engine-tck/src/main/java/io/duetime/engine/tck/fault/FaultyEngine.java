package io.duetime.engine.tck.fault;

import io.duetime.ErrorCode;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.Operation;
import io.duetime.engine.Watcher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An engine that fails, stalls and forgets answers on command, and otherwise does what the engine
 * inside does. Thread safe.
 */
public final class FaultyEngine extends ForwardingEngine {
  private final Object lock = new Object();
  // All guarded by lock.
  private final Map<Operation, Deque<Fault>> coming = new EnumMap<>(Operation.class);
  private final Map<Operation, Fault> lasting = new EnumMap<>(Operation.class);
  private final Map<Operation, Integer> calls = new EnumMap<>(Operation.class);
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean losingSignals;

  /** Behaves well until told otherwise. */
  public FaultyEngine(Engine inner) {
    super(inner);
  }

  /** The next call of this kind that has no fault yet meets this one. */
  public void next(Operation operation, Fault fault) {
    synchronized (lock) {
      coming.computeIfAbsent(operation, any -> new ArrayDeque<>()).add(fault);
    }
  }

  /** All calls of this kind meet the fault, until healed. */
  public void always(Operation operation, Fault fault) {
    synchronized (lock) {
      lasting.put(operation, fault);
    }
  }

  /** All calls of all kinds meet the fault, until healed: the store is away. */
  public void always(Fault fault) {
    for (Operation operation : Operation.values()) {
      always(operation, fault);
    }
  }

  /** Watchers hear nothing, until healed. */
  public void loseSignals() {
    synchronized (lock) {
      losingSignals = true;
    }
  }

  /** Ends all faults, lets stalled calls go on, and gives the answers that were held back. */
  public void heal() {
    List<Runnable> freed;
    synchronized (lock) {
      coming.clear();
      lasting.clear();
      losingSignals = false;
      freed = List.copyOf(waiting);
      waiting.clear();
    }
    freed.forEach(Runnable::run);
  }

  /** How often a kind of call was made. */
  public int calls(Operation operation) {
    synchronized (lock) {
      return calls.getOrDefault(operation, 0);
    }
  }

  /** How many calls are stalled or wait for their answer. */
  public int held() {
    synchronized (lock) {
      return waiting.size();
    }
  }

  @Override
  protected <T> CompletionStage<T> around(Operation operation, Supplier<CompletionStage<T>> call) {
    Fault fault = faultFor(operation);
    if (fault == null) {
      return call.get();
    }
    return switch (fault) {
      case UNAVAILABLE ->
          CompletableFuture.failedStage(
              new RetryableException(
                  ErrorCode.STORE_UNAVAILABLE, operation + " failed on command; try again"));
      case STORE_FAILED ->
          CompletableFuture.failedStage(
              new StoreFailureException(ErrorCode.STORE_FAILED, operation + " failed on command"));
      case ANSWER_LOST ->
          call.get()
              .thenCompose(answer ->
                  CompletableFuture.failedStage(
                      new OutcomeUnknownException(operation + " lost its answer", null)));
      case STALLED -> held(call);
      case ANSWER_LATE -> {
        CompletionStage<T> done = call.get();
        yield held(() -> done);
      }
    };
  }

  private @Nullable Fault faultFor(Operation operation) {
    synchronized (lock) {
      calls.merge(operation, 1, Integer::sum);
      Deque<Fault> next = coming.get(operation);
      Fault fault = next == null ? null : next.poll();
      return fault != null ? fault : lasting.get(operation);
    }
  }

  private <T> CompletionStage<T> held(Supplier<CompletionStage<T>> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    synchronized (lock) {
      waiting.add(() -> answerWith(call, answer));
    }
    return answer;
  }

  private static <T> void answerWith(
      Supplier<CompletionStage<T>> call, CompletableFuture<T> answer) {
    call.get()
        .whenComplete((value, failure) -> {
          if (failure != null) {
            answer.completeExceptionally(failure);
          } else {
            answer.complete(value);
          }
        });
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return super.watch(
        queue,
        signal -> {
          if (hearsSignals()) {
            watcher.signal(signal);
          }
        });
  }

  private boolean hearsSignals() {
    synchronized (lock) {
      return !losingSignals;
    }
  }

  /** What a {@link FaultyEngine} may do to a call. */
  public enum Fault {
    /** Nothing is done; the call fails as unavailable. */
    UNAVAILABLE,
    /** Nothing is done; the call fails for good, as after a failed write. */
    STORE_FAILED,
    /** It is done, but the answer is lost: the outcome is unknown to the caller. */
    ANSWER_LOST,
    /** Nothing is done before the engine is healed; then the call goes on. */
    STALLED,
    /** It is done, and the answer comes when the engine is healed. */
    ANSWER_LATE
  }
}
