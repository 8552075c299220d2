package io.duetime.server.quota;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.internal.client.QueuePattern;
import io.duetime.server.quota.Quota.Least;
import io.duetime.server.quota.Quota.Limit;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the file: limits of each queue that matches one of the patterns, and of their number.
 * A limit that is null does not apply.
 *
 * @param queues 1 to {@value #MAX_PATTERNS} patterns
 * @param maxWaiting the most waiting jobs, 1 or more
 * @param maxAhead how far ahead a job may be due, 1 ms to 100 years
 * @param maxPayload the most bytes of a payload, 1 or more
 * @param minInterval the shortest time between ticks of a recurring job, 1 ms to 100 years
 * @param maxQueues the most queues that match one of the patterns, 1 or more
 */
record QuotaRule(
    List<QueuePattern> queues,
    @Nullable Long maxWaiting,
    @Nullable Duration maxAhead,
    @Nullable Long maxPayload,
    @Nullable Duration minInterval,
    @Nullable Long maxQueues) {
  static final int MAX_PATTERNS = 16;

  QuotaRule {
    if (queues.isEmpty() || queues.size() > MAX_PATTERNS) {
      throw new InvalidRequestException(
          "queues", queues.size() + " patterns", "1 to " + MAX_PATTERNS + " patterns");
    }
    queues = List.copyOf(queues);
    if (Stream.of(maxWaiting, maxAhead, maxPayload, minInterval, maxQueues)
        .allMatch(Objects::isNull)) {
      throw new InvalidRequestException(
          "limit", null, "one or more of maxWaiting, maxAhead, maxPayload, minInterval, maxQueues");
    }
    oneOrMore("maxWaiting", maxWaiting);
    oneOrMore("maxPayload", maxPayload);
    oneOrMore("maxQueues", maxQueues);
    upToHundredYears("maxAhead", maxAhead);
    upToHundredYears("minInterval", minInterval);
  }

  private static void upToHundredYears(String field, @Nullable Duration value) {
    if (value != null) {
      Limits.within(field, value, Duration.ofMillis(1), Limits.MAX_AHEAD, "1 ms to 100 years");
    }
  }

  private static void oneOrMore(String field, @Nullable Long value) {
    if (value != null && value < 1) {
      throw new InvalidRequestException(field, value, "1 or more");
    }
  }

  /** Whether it limits the number of the queues that a queue is one of. */
  boolean countsQueue(String queue) {
    return maxQueues != null && matches(queue);
  }

  /** Whether there may be one queue more. */
  boolean hasRoom(long count) {
    return maxQueues == null || count < maxQueues;
  }

  boolean matches(String queue) {
    return queues.stream().anyMatch(pattern -> pattern.matches(queue));
  }

  /** The patterns, for messages. */
  String patterns() {
    return queues.stream().map(QueuePattern::text).collect(Collectors.joining(","));
  }

  /** What it allows a queue; {@link Quota#NONE} if no pattern matches. */
  Quota quotaOf(String queue) {
    return queues.stream()
        .filter(pattern -> pattern.matches(queue))
        .findFirst()
        .map(pattern -> quota(pattern.text()))
        .orElse(Quota.NONE);
  }

  private Quota quota(String pattern) {
    return new Quota(
        maxWaiting == null ? Limit.NONE : new Limit(maxWaiting, pattern),
        maxAhead == null ? Limit.NONE : new Limit(maxAhead.toMillis(), pattern),
        maxPayload == null ? Limit.NONE : new Limit(maxPayload, pattern),
        minInterval == null ? Least.NONE : new Least(minInterval, pattern));
  }
}
