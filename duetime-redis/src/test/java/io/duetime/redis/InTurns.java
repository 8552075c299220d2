package io.duetime.redis;

import io.duetime.engine.Engine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Several processes with one store, as one engine: its calls go through one after the other. */
final class InTurns {
  private InTurns() {}

  /** Sees each call before it is made, with its number, and may tell who is to hear of its end. */
  interface Sight {
    Runnable before(Engine process, int call);
  }

  static Engine of(List<Engine> processes, Sight sight) {
    AtomicInteger calls = new AtomicInteger();
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (self, method, arguments) -> {
              int call = calls.incrementAndGet();
              Engine process = processes.get(call % processes.size());
              Runnable onEnd = sight.before(process, call);
              return heard(invoke(process, method, arguments), onEnd);
            });
  }

  private static @Nullable Object heard(@Nullable Object result, Runnable onEnd) {
    if (result instanceof CompletionStage<?> stage) {
      return stage.whenComplete((answer, failure) -> onEnd.run());
    }
    onEnd.run();
    return result;
  }

  private static @Nullable Object invoke(Engine process, Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(process, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
  }
}
