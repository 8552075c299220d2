package io.duetime.internal.client;

import io.duetime.DuetimeException;
import io.duetime.engine.Capabilities;
import io.duetime.engine.Engine;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An engine around another one that counts calls and, on command, fails them, holds their answers
 * back, loses answers, or loses signals.
 */
final class DecoratedEngine {
  private final Engine inner;
  private final Engine engine;
  private final Map<String, AtomicInteger> calls = new HashMap<>();
  private final Map<String, DuetimeException> refusals = new HashMap<>();
  private final Map<String, DuetimeException> lostAnswers = new HashMap<>();
  private final Map<String, Queue<Runnable>> held = new HashMap<>();
  private final List<Watcher> watchers = new ArrayList<>();
  private boolean losesSignals;
  private boolean shared;

  DecoratedEngine(Engine inner) {
    this.inner = inner;
    this.engine =
        (Engine)
            Proxy.newProxyInstance(
                Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, this::invoke);
  }

  Engine engine() {
    return engine;
  }

  int calls(String method) {
    return calls.computeIfAbsent(method, name -> new AtomicInteger()).get();
  }

  /** Calls of a method do nothing and fail, until {@link #recover}. */
  void refuse(String method, DuetimeException failure) {
    refusals.put(method, failure);
  }

  /** Calls of a method take effect and fail all the same. */
  void loseAnswers(String method, DuetimeException failure) {
    lostAnswers.put(method, failure);
  }

  void recover() {
    refusals.clear();
    lostAnswers.clear();
  }

  /** Answers of a method wait for {@link #letGo}. */
  void hold(String method) {
    held.put(method, new ArrayDeque<>());
  }

  /** Gives the held answers of a method, oldest first, and holds no more. */
  void letGo(String method) {
    Queue<Runnable> answers = held.remove(method);
    while (answers != null && !answers.isEmpty()) {
      answers.remove().run();
    }
  }

  /** The same, newest first. */
  void letGoNewestFirst(String method) {
    Queue<Runnable> answers = held.remove(method);
    List<Runnable> newestFirst = new ArrayList<>(answers == null ? List.of() : answers);
    Collections.reverse(newestFirst);
    newestFirst.forEach(Runnable::run);
  }

  void loseSignals() {
    losesSignals = true;
  }

  /** Tells whoever watches a queue of what other processes do. */
  void tell(String queue, Watcher.Kind kind, long comeBackAtMillis) {
    Watcher.Signal signal = new Watcher.Signal(queue, ShardId.ONLY, kind, comeBackAtMillis);
    List.copyOf(watchers).forEach(watcher -> watcher.signal(signal));
  }

  /** Claims to be a store outside this process. */
  void pretendToBeShared() {
    shared = true;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // handed on to the caller of the proxy
  private @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
      throws Throwable {
    String name = method.getName();
    calls.computeIfAbsent(name, same -> new AtomicInteger()).incrementAndGet();
    if (refusals.containsKey(name)) {
      return CompletableFuture.failedFuture(refusals.get(name));
    }
    if (name.equals("watch") && losesSignals) {
      return (Watcher.Subscription) () -> {};
    }
    if (name.equals("watch") && args != null) {
      watchers.add((Watcher) args[1]);
    }
    Object result = delegate(method, args);
    if (result instanceof Capabilities mine && shared) {
      return new Capabilities(mine.name(), false, false, true, mine.defaultDurability());
    }
    return result instanceof CompletionStage<?> stage ? answer(name, stage) : result;
  }

  private CompletionStage<?> answer(String name, CompletionStage<?> stage) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    DuetimeException lost = lostAnswers.get(name);
    Runnable give =
        () ->
            stage.whenComplete((value, failure) -> {
              if (lost != null || failure != null) {
                answer.completeExceptionally(lost != null ? lost : failure);
              } else {
                answer.complete(value);
              }
            });
    if (held.containsKey(name)) {
      held.get(name).add(give);
    } else {
      give.run();
    }
    return answer;
  }

  private @Nullable Object delegate(Method method, Object @Nullable [] args) throws Throwable {
    try {
      return method.invoke(inner, args);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
