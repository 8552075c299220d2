package io.duetime.redis.contract;

import java.util.TreeMap;

/** Knows when calls began that have not been answered yet. Thread safe. */
final class CallsUnderWay {
  // How many began at each moment; guarded by this.
  private final TreeMap<Long, Integer> begun = new TreeMap<>();

  synchronized void begin(long moment) {
    begun.merge(moment, 1, Integer::sum);
  }

  synchronized void end(long moment) {
    begun.computeIfPresent(moment, (any, calls) -> calls == 1 ? null : calls - 1);
    notifyAll();
  }

  /** Waits until whatever began before a moment has been answered. */
  synchronized void awaitAllSince(long moment) {
    while (!begun.headMap(moment).isEmpty()) {
      try {
        wait();
      } catch (InterruptedException interruption) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(interruption);
      }
    }
  }
}
