package io.duetime.cli.remote;

import io.duetime.DuetimeException;
import io.duetime.RetryableException;
import io.duetime.cli.terminal.Terminal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for a server that is away. */
public final class ServerWait {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private ServerWait() {}

  /**
   * Repeats a call while it fails in a way that may pass, and prints each failure.
   *
   * @param most how long to wait before the failure is thrown; null for ever
   */
  public static <T> T until(Terminal terminal, @Nullable Duration most, Supplier<T> call)
      throws InterruptedException {
    long began = terminal.time().nanoTime();
    Duration pause = FIRST_PAUSE;
    while (true) {
      try {
        return call.get();
      } catch (RemoteFailure | DuetimeException failure) {
        Duration waited = Duration.ofNanos(terminal.time().nanoTime() - began);
        if (!mayPass(failure) || (most != null && waited.compareTo(most) >= 0)) {
          throw failure;
        }
        if (most != null && pause.compareTo(most.minus(waited)) > 0) {
          pause = most.minus(waited);
        }
        terminal.complain(
            "duetime: %s; next attempt in %d ms".formatted(failure.getMessage(), pause.toMillis()));
      }
      CompletableFuture<Void> over = new CompletableFuture<>();
      terminal.time().after(pause, () -> over.complete(null));
      terminal.time().await(over);
      Duration doubled = pause.multipliedBy(2);
      pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
  }

  /** Whether a call that failed so may succeed later. */
  public static boolean mayPass(RuntimeException failure) {
    return failure instanceof RetryableException
        || (failure instanceof RemoteFailure remote && remote.mayRepeat());
  }
}
