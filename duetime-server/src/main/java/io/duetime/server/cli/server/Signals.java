package io.duetime.server.cli.server;

import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks when the process gets a signal. The JDK has no supported interface for signals; a Java
 * runtime without the unsupported one ignores the tasks.
 */
final class Signals {
  private static final Logger LOG = LoggerFactory.getLogger(Signals.class);

  private Signals() {}

  /** Runs a task each time the process gets a signal, such as USR1. */
  static void on(String signal, Runnable task) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handlerType},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  task.run();
                  return null;
                }
                return method.invoke(task, arguments);
              });
      type.getMethod("handle", type, handlerType)
          .invoke(null, type.getConstructor(String.class).newInstance(signal), handler);
    } catch (ReflectiveOperationException | IllegalArgumentException unsupported) {
      LOG.debug("SIG{} has no effect here", signal, unsupported);
    }
  }
}
