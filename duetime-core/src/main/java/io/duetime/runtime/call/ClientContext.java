package io.duetime.runtime.call;

import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.async.Waits;
import io.duetime.engine.Engine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The objects that all components of an open store share.
 *
 * @param engine the engine
 * @param time clocks and timers
 * @param clock the store's clock as this process knows it
 * @param callbacks runs completions of callers, which may block
 * @param handlers runs handlers, or null if each worker has threads of its own
 * @param random the source of ids, nonces and jitter
 * @param listeners receive the events of jobs
 * @param pace how often to check without a signal
 * @param failures logs the failures of attempts
 */
public record ClientContext(
    Engine engine,
    TimeSource time,
    StoreClock clock,
    Executor callbacks,
    @Nullable Executor handlers,
    RandomGenerator random,
    Listeners listeners,
    Pace pace,
    FailureLog failures) {
  /** Waits on behalf of blocking calls. */
  public Waits waits() {
    return new Waits(time);
  }

  /** Learns the store's clock from an answer; only a store elsewhere has a clock of its own. */
  public void learnClock(long nowMillis, long sentNanos) {
    clock.learn(nowMillis, sentNanos);
    if (!listeners.isEmpty() && engine.capabilities().shared()) {
      Duration skew = Duration.between(time.instant(), clock.now());
      listeners.notify(one -> one.clockSkew(skew));
    }
  }

  /** Returns a future with the same outcome that completes on a thread that may block. */
  public <T> CompletableFuture<T> forCallers(CompletableFuture<T> inner) {
    if (inner.isDone()) {
      return Stages.clean(inner);
    }
    CompletableFuture<T> outer = new CompletableFuture<>();
    Stages.whenDone(
        inner, (value, failure) -> callbacks.execute(() -> Stages.copy(outer, value, failure)));
    return outer;
  }

  /**
   * How often to check without a signal.
   *
   * @param recheck after how long a claimer claims again in any case, so that a lost signal costs
   *     no more than that
   * @param maintenance after how long maintenance runs again in any case, so that the work of
   *     queues without consumers waits no longer than that
   */
  public record Pace(Duration recheck, Duration maintenance) {
    /** A lost signal costs a claim no more than a second, as semantics promise. */
    public static final Pace NORMAL = new Pace(Duration.ofSeconds(1), Duration.ofSeconds(2));
  }
}
