package io.duetime.cli.server;

import io.duetime.cli.terminal.Terminal;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** The first signal to stop lets the server end well; the second ends the process. */
final class StopSignals {
  private static final Map<String, Integer> NUMBERS = Map.of("INT", 2, "TERM", 15);
  private static final int GIVEN_UP = 1;

  private final Terminal terminal;
  private final Runnable stop;
  private final AtomicBoolean isStopping = new AtomicBoolean();

  StopSignals(Terminal terminal, Runnable stop) {
    this.terminal = terminal;
    this.stop = stop;
  }

  void listen() {
    NUMBERS.forEach((name, number) -> Signals.handle(name, () -> received(128 + number)));
  }

  /** Ends the process, whose server has not stopped in time. */
  void giveUp() {
    end("duetime: stopped without waiting longer for the store", GIVEN_UP);
  }

  private void received(int exitCode) {
    if (isStopping.compareAndSet(false, true)) {
      terminal.complain("duetime: stopping; another signal stops at once");
      stop.run();
    } else {
      end("duetime: stopped at once", exitCode);
    }
  }

  private void end(String message, int exitCode) {
    terminal.complain(message);
    Runtime.getRuntime().halt(exitCode);
  }
}
