package io.duetime.cli.server;

import io.duetime.cli.terminal.Terminal;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Handles signals of the operating system: the first one to stop lets the server end well, the
 * second one ends the process. Uses {@code sun.misc.Signal} by reflection, since the compiler warns
 * of each direct use.
 */
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
    NUMBERS.forEach((name, number) -> handle(name, () -> received(128 + number)));
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

  /**
   * Runs an action at each signal of this name, as {@code TERM}, instead of what Java does. Does
   * nothing where Java has no such signal or is told to leave signals alone ({@code -Xrs}).
   */
  static void handle(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              StopSignals.class.getClassLoader(), new Class<?>[] {handler}, calls(action));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException | IllegalArgumentException unavailable) {
      // A signal then ends the process in the way of Java, which also stops the server.
      return;
    }
  }

  private static InvocationHandler calls(Runnable action) {
    return (Object proxy, Method method, Object[] arguments) ->
        switch (method.getName()) {
          case "handle" -> {
            action.run();
            yield null;
          }
          case "equals" -> System.identityHashCode(proxy) == System.identityHashCode(arguments[0]);
          case "hashCode" -> System.identityHashCode(proxy);
          default -> "handler of signals";
        };
  }
}
