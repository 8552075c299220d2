package io.duetime.spring.internal.transaction;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** Leaves out calls of a transaction that a later one of it makes void. */
final class CallFolder {
  private CallFolder() {}

  /**
   * The calls without those that are followed by a cancel of their job, so that the job cannot run
   * in between. The cancel stays: an earlier job may have the id.
   */
  static List<DeferredCall> fold(List<DeferredCall> calls) {
    Deque<DeferredCall> kept = new ArrayDeque<>();
    Set<DeferredCall.JobKey> cancelled = new HashSet<>();
    for (Iterator<DeferredCall> last = new ArrayDeque<>(calls).descendingIterator();
        last.hasNext(); ) {
      DeferredCall call = last.next();
      boolean isVoid = cancelled.contains(call.job());
      if (!isVoid) {
        kept.addFirst(call);
      }
      if (call instanceof DeferredCall.Cancel) {
        cancelled.add(call.job());
      }
    }
    return List.copyOf(kept);
  }
}
