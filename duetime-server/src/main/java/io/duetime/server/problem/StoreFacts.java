package io.duetime.server.problem;

import io.duetime.Counts;
import io.duetime.QueueSettings;
import io.duetime.runtime.call.Presence;
import java.util.List;

/**
 * The facts of which a store is judged.
 *
 * @param nowMillis the store's clock
 * @param present the processes that were heard of lately
 * @param warnings the findings of the self-check that are not OK
 */
record StoreFacts(
    long nowMillis, List<QueueFacts> queues, List<Presence> present, List<Warning> warnings) {
  /** A finding that is not OK, and since when. */
  record Warning(
      String check, boolean isFailure, String message, String remedy, long sinceMillis) {}

  /**
   * The facts of a queue.
   *
   * @param settings the defaults if no job of the queue is due
   * @param consumers how many have asked for jobs within the last minute
   * @param minute what has happened in the last minute, or since the queue is watched
   * @param recent what has happened in the last ten seconds
   */
  record QueueFacts(
      String queue,
      Counts counts,
      QueueSettings settings,
      int consumers,
      Attempts minute,
      Attempts recent) {
    long ready() {
      return counts.now().ready();
    }
  }

  /**
   * Attempts in a span of time.
   *
   * @param millis the length of the span; 0 if nothing is known
   */
  record Attempts(long millis, long begun, long done, long failed) {
    static final Attempts UNKNOWN = new Attempts(0, 0, 0, 0);

    long ended() {
      return done + failed;
    }
  }
}
