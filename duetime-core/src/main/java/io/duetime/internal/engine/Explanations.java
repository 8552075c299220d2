package io.duetime.internal.engine;

import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.RetryPolicy;
import io.duetime.internal.text.DurationText;
import io.duetime.internal.text.InstantText;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Words explanations, the same on every engine. Moments are given in epoch milliseconds. */
public final class Explanations {
  /** Never seen, or forgotten. */
  public static final Explanation UNKNOWN = new Explanation(Why.UNKNOWN, Map.of());

  private Explanations() {}

  /** The job has ended; {@code why} is DONE, CANCELLED or DEAD. */
  public static Explanation ended(Why why, long at, String reason, String message) {
    return new Explanation(why, Map.of("at", moment(at), "reason", reason, "message", message));
  }

  /** Somebody holds it. */
  public static Explanation leased(
      String consumer, long since, long until, boolean cancelRequested) {
    return new Explanation(
        Why.LEASED,
        Map.of(
            "consumer",
            consumer,
            "since",
            moment(since),
            "until",
            moment(until),
            "cancelRequested",
            "" + cancelRequested));
  }

  /** It waits, for no other reason than {@code why} says. */
  public static Explanation waiting(Why why, long dueAt) {
    return new Explanation(why, Map.of("dueAt", moment(dueAt)));
  }

  /** The queue is paused, or has used up its rate; {@link Long#MAX_VALUE} for no end. */
  public static Explanation waitingUntil(Why why, long dueAt, long until) {
    return until == Long.MAX_VALUE
        ? waiting(why, dueAt)
        : new Explanation(why, Map.of("dueAt", moment(dueAt), "until", moment(until)));
  }

  /** The queue runs as many jobs as it may. */
  public static Explanation full(long dueAt, long maxRunning) {
    return new Explanation(
        Why.CONCURRENCY_LIMITED, Map.of("dueAt", moment(dueAt), "maxRunning", "" + maxRunning));
  }

  /** How often a job that has not ended is tried, and for how long in all. */
  public static Map<String, String> attempts(int attempt, RetryPolicy rule) {
    Map<String, String> details = new HashMap<>();
    details.put("attempt", "" + attempt);
    details.put(
        "maxAttempts",
        rule.maxAttempts() == RetryPolicy.UNLIMITED ? "unlimited" : "" + rule.maxAttempts());
    rule.totalDelay().ifPresent(total -> details.put("retriesFor", DurationText.rough(total)));
    return details;
  }

  /** The same explanation with more details. */
  public static Explanation with(Explanation explanation, Map<String, String> more) {
    Map<String, String> details = new HashMap<>(explanation.details());
    details.putAll(more);
    return new Explanation(explanation.why(), details);
  }

  private static String moment(long millis) {
    return InstantText.format(Instant.ofEpochMilli(millis));
  }
}
