package io.duetime.server.json;

import io.duetime.Counts;
import io.duetime.QueueSettings;
import io.duetime.wire.JsonShape;
import org.jspecify.annotations.Nullable;

/**
 * A queue in a list.
 *
 * @param consumers how many have asked for jobs within the last minute
 * @param lateness of the last minute at this server; null if no attempt began
 * @param targetDown why this server hands none of its jobs over now; null if nothing is wrong
 * @param nowMillis the store's clock
 */
public record QueueBrief(
    String queue,
    Counts counts,
    QueueSettings settings,
    int consumers,
    @Nullable Late lateness,
    @Nullable JsonShape targetDown,
    long nowMillis) {
  /**
   * How late attempts began.
   *
   * @param p50Millis half of them were not later
   * @param p99Millis of 100 attempts 99 were not later
   * @param attempts how many there were
   */
  public record Late(long p50Millis, long p99Millis, long attempts) {}
}
