package io.duetime.internal.client.call;

import io.duetime.TimeSource;
import io.duetime.engine.Engine;
import io.duetime.internal.async.Stages;
import io.duetime.internal.async.Waits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What every part of an open store works with.
 *
 * @param engine the store
 * @param time clocks and timers
 * @param clock what the store's clock shows
 * @param callbacks runs completions of callers, which may block
 * @param handlers runs handlers, or null where each worker has threads of its own
 * @param random ids, nonces, jitter
 * @param listeners who hears what happens
 * @param pace how often to look again
 */
public record ClientContext(
    Engine engine,
    TimeSource time,
    StoreClock clock,
    Executor callbacks,
    @Nullable Executor handlers,
    RandomGenerator random,
    Listeners listeners,
    Pace pace) {
  /** Waits on behalf of blocking calls. */
  public Waits waits() {
    return new Waits(time);
  }

  /** The same outcome, completed where callers may block. */
  public <T> CompletableFuture<T> forCallers(CompletableFuture<T> inner) {
    if (inner.isDone()) {
      return Stages.clean(inner);
    }
    CompletableFuture<T> outer = new CompletableFuture<>();
    Stages.whenDone(
        inner, (value, failure) -> callbacks.execute(() -> Stages.copy(outer, value, failure)));
    return outer;
  }
}
