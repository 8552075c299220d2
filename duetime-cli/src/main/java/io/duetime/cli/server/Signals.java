package io.duetime.cli.server;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Handles signals of the operating system. Uses {@code sun.misc.Signal} by reflection, since the
 * compiler warns of each direct use.
 */
final class Signals {
  private Signals() {}

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
              Signals.class.getClassLoader(), new Class<?>[] {handler}, calls(action));
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
