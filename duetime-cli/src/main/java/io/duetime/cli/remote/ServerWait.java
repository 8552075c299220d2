package io.duetime.cli.remote;

import io.duetime.DuetimeException;
import io.duetime.RetryableException;
import io.duetime.async.Pauses;
import io.duetime.async.Waits;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.Terminal;
import java.security.SecureRandom;
import java.time.Duration;
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
    Pauses pauses = new Pauses(new SecureRandom(), FIRST_PAUSE, LONGEST_PAUSE);
    while (true) {
      try {
        return call.get();
      } catch (CommandFailure | DuetimeException failure) {
        Duration waited = Duration.ofNanos(terminal.time().nanoTime() - began);
        if (!mayPass(failure) || (most != null && waited.compareTo(most) >= 0)) {
          throw failure;
        }
        Duration next = pauses.next();
        Duration pause =
            most != null && next.compareTo(most.minus(waited)) > 0 ? most.minus(waited) : next;
        terminal.complain(
            "duetime: %s; next attempt in %d ms".formatted(failure.getMessage(), pause.toMillis()));
        Waits.pause(terminal.time(), pause);
      }
    }
  }

  /** Whether a call that failed so may succeed later. */
  public static boolean mayPass(RuntimeException failure) {
    return failure instanceof RetryableException
        || (failure instanceof CommandFailure remote && remote.mayRepeat());
  }
}
