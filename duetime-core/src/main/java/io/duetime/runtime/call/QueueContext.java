package io.duetime.runtime.call;

import io.duetime.Durability;
import io.duetime.async.Stages;
import io.duetime.engine.Engine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The objects that all components of one queue share.
 *
 * @param name the queue
 * @param context the open store
 * @param calls the queue's writing calls
 * @param durability the durability of calls that ask for none
 * @param isForCallers whether stages complete on threads that may block, and whether a call that is
 *     refused answers a failed stage; blocking calls need neither
 */
public record QueueContext(
    String name,
    ClientContext context,
    QueueCalls calls,
    Durability durability,
    boolean isForCallers) {
  /** Returns a copy with another default durability. */
  public QueueContext with(Durability asked) {
    return new QueueContext(name, context, calls, asked, isForCallers);
  }

  /** Returns a copy for callers that do not block. */
  public QueueContext forCallers() {
    return new QueueContext(name, context, calls, durability, true);
  }

  /** The engine of the store. */
  public Engine engine() {
    return context.engine();
  }

  /** Makes a call for a caller. */
  public <R> CompletionStage<R> answer(Supplier<CompletableFuture<R>> call) {
    return isForCallers ? context.forCallers(Stages.call(call)) : call.get();
  }

  /** Makes a call and waits for its answer. */
  public <R> R await(Supplier<? extends CompletionStage<R>> call) {
    return context.waits().get(Stages.call(call));
  }
}
