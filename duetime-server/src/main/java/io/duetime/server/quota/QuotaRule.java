package io.duetime.server.quota;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.internal.client.QueuePattern;
import io.duetime.server.quota.Quota.Limit;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the file: limits of each queue that matches one of the patterns. A limit that is null
 * does not apply.
 *
 * @param queues 1 to {@value #MAX_PATTERNS} patterns
 * @param maxWaiting the most waiting jobs, 1 or more
 * @param maxAhead how far ahead a job may be due, 1 ms to 100 years
 * @param maxPayload the most bytes of a payload, 1 or more
 */
record QuotaRule(
    List<QueuePattern> queues,
    @Nullable Long maxWaiting,
    @Nullable Duration maxAhead,
    @Nullable Long maxPayload) {
  static final int MAX_PATTERNS = 16;

  QuotaRule {
    if (queues.isEmpty() || queues.size() > MAX_PATTERNS) {
      throw new InvalidRequestException(
          "queues", queues.size() + " patterns", "1 to " + MAX_PATTERNS + " patterns");
    }
    queues = List.copyOf(queues);
    if (maxWaiting == null && maxAhead == null && maxPayload == null) {
      throw new InvalidRequestException(
          "limit", null, "one or more of maxWaiting, maxAhead, maxPayload");
    }
    oneOrMore("maxWaiting", maxWaiting);
    oneOrMore("maxPayload", maxPayload);
    if (maxAhead != null) {
      Limits.within(
          "maxAhead", maxAhead, Duration.ofMillis(1), Limits.MAX_AHEAD, "1 ms to 100 years");
    }
  }

  private static void oneOrMore(String field, @Nullable Long value) {
    if (value != null && value < 1) {
      throw new InvalidRequestException(field, value, "1 or more");
    }
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
        maxPayload == null ? Limit.NONE : new Limit(maxPayload, pattern));
  }
}
