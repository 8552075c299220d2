package io.duetime.redis.internal.link.send;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Knows whether a link is open, and notifies waiting calls of its end. Thread safe. */
public final class Gate {
  private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  boolean isClosed() {
    return closed;
  }

  /** Notifies a call that waits between two sendings of the end, unless it continues before. */
  void await(Runnable onEnd) {
    waiting.add(onEnd);
    if (closed && waiting.remove(onEnd)) {
      onEnd.run();
    }
  }

  /** Answers whether a waiting call may continue; it may not once it was notified of the end. */
  boolean goOn(Runnable onEnd) {
    return waiting.remove(onEnd);
  }

  /** Closes the gate and notifies all waiting calls; answers whether it was open. */
  public synchronized boolean close() {
    if (closed) {
      return false;
    }
    closed = true;
    for (Runnable onEnd : List.copyOf(waiting)) {
      if (waiting.remove(onEnd)) {
        onEnd.run();
      }
    }
    return true;
  }
}
