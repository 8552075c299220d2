package io.duetime.embedded.internal.commit;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Hands things from any thread to one that sleeps while there are none. Cheaper than a blocking
 * queue with many callers at once: none holds a lock, and none wakes a thread that is awake.
 */
final class Inbox<T> {
  private final ConcurrentLinkedQueue<T> things = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Thread sleeper;
  private volatile boolean closed;

  void add(T thing) {
    things.add(thing);
    wake();
  }

  /** The next thing, or null when there is none now. */
  @Nullable T poll() {
    return things.poll();
  }

  /** Waits for the next thing; null when it was closed and there is none left. */
  @Nullable T take() {
    T thing = things.poll();
    if (thing != null) {
      return thing;
    }
    sleeper = Thread.currentThread();
    try {
      // A caller that adds looks for a sleeper afterwards; so this looks for things after saying it
      // sleeps.
      while ((thing = things.poll()) == null && !closed) {
        LockSupport.park(this);
      }
      return thing == null ? things.poll() : thing;
    } finally {
      sleeper = null;
    }
  }

  /** Lets {@link #take} end once nothing is left. */
  void close() {
    closed = true;
    wake();
  }

  private void wake() {
    Thread sleeping = sleeper;
    if (sleeping != null) {
      LockSupport.unpark(sleeping);
    }
  }
}
