package io.duetime.spring.internal.transaction;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
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
    for (int i = calls.size() - 1; i >= 0; i--) {
      DeferredCall call = calls.get(i);
      if (!cancelled.contains(call.job())) {
        kept.addFirst(call);
      }
      if (call instanceof DeferredCall.Cancel) {
        cancelled.add(call.job());
      }
    }
    return List.copyOf(kept);
  }
}
