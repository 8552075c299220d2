package io.duetime.internal.engine;

import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.RetryPolicy;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView;
import io.duetime.internal.settings.InstantText;
import io.duetime.internal.text.DurationText;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words explanations, the same on every engine. Moments are given in epoch milliseconds. */
public final class Explanations {
  /** Never seen, or forgotten. */
  public static final Explanation UNKNOWN = new Explanation(Why.UNKNOWN, Map.of());

  private static final long CLAIMED_WITHIN_MILLIS = 1_000;
  private static final int MOST_NAMES = 10;

  private Explanations() {}

  /** The job has ended; {@code why} is DONE, CANCELLED or DEAD. */
  public static Explanation ended(
      Why why, JobView.End end, List<AttemptRecord> history, boolean mayHaveArrived) {
    Explanation ended =
        new Explanation(
            why,
            Map.of("at", moment(end.atMillis()), "reason", end.reason(), "message", end.message()));
    return why == Why.DEAD ? with(ended, lastError(history, mayHaveArrived)) : ended;
  }

  /** The job is leased. */
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

  /**
   * What decides whether a job that waits runs.
   *
   * @param expiresAt from when on it is not worth doing; {@link Long#MAX_VALUE} for never
   * @param pausedUntil until when its queue is paused ({@link Long#MAX_VALUE} for no end), 0 if it
   *     is not
   * @param full how many jobs its queue may run at once if so many run, otherwise 0
   * @param permitAt when the limits of its queue allow a claim next
   */
  public record Waiting(long dueAt, long expiresAt, long pausedUntil, long full, long permitAt) {
    /** Whether nothing keeps the job from the next claim. */
    public boolean isFreeAt(long now) {
      return dueAt <= now && expiresAt > now && pausedUntil == 0 && full == 0 && permitAt <= now;
    }

    /**
     * Says what keeps the job waiting.
     *
     * @param hasConsumers whether a consumer has asked for jobs lately
     * @param running the jobs of its queue that run; needed only if the job is free
     */
    public Explanation at(long now, boolean hasConsumers, List<RunningJob> running) {
      if (isFreeAt(now)) {
        return free(now, hasConsumers, running);
      }
      if (dueAt > now) {
        return waiting(Why.DUE_LATER);
      }
      if (expiresAt <= now) {
        return waiting(Why.EXPIRED);
      }
      if (pausedUntil > 0) {
        return waitingUntil(Why.PAUSED, pausedUntil);
      }
      return full > 0
          ? with(waiting(Why.CONCURRENCY_LIMITED), Map.of("maxRunning", "" + full))
          : waitingUntil(Why.RATE_LIMITED, permitAt);
    }

    // A consumer with a free handler claims a due job within a second, even if it missed the news.
    private Explanation free(long now, boolean hasConsumers, List<RunningJob> running) {
      if (running.isEmpty()) {
        return waiting(hasConsumers ? Why.NEXT_IN_TURN : Why.NO_CONSUMER);
      }
      long since = running.stream().mapToLong(RunningJob::since).max().orElseThrow();
      return Math.max(since, dueAt) + CLAIMED_WITHIN_MILLIS > now
          ? waiting(Why.NEXT_IN_TURN)
          : with(waiting(Why.HANDLERS_BUSY), busy(since, running));
    }

    private static Map<String, String> busy(long since, List<RunningJob> running) {
      return Map.of(
          "since",
          moment(since),
          "running",
          "" + running.size(),
          "consumers",
          first(running.stream().map(RunningJob::consumer)),
          "jobs",
          first(running.stream().map(RunningJob::id)));
    }

    private static String first(Stream<String> names) {
      return names.distinct().sorted().limit(MOST_NAMES).collect(Collectors.joining(", "));
    }

    private Explanation waiting(Why why) {
      return new Explanation(why, Map.of("dueAt", moment(dueAt)));
    }

    private Explanation waitingUntil(Why why, long until) {
      return until == Long.MAX_VALUE
          ? waiting(why)
          : with(waiting(why), Map.of("until", moment(until)));
    }
  }

  /** The attempts of a job that has not ended: begun, allowed, and what the last one failed of. */
  public static Map<String, String> attempts(
      int attempt, RetryPolicy rule, List<AttemptRecord> history, boolean mayHaveArrived) {
    Map<String, String> details = new HashMap<>(lastError(history, mayHaveArrived));
    details.put("attempt", "" + attempt);
    details.put(
        "maxAttempts",
        rule.maxAttempts() == RetryPolicy.UNLIMITED ? "unlimited" : "" + rule.maxAttempts());
    rule.totalDelay().ifPresent(total -> details.put("retriesFor", DurationText.rough(total)));
    return details;
  }

  private static Map<String, String> lastError(
      List<AttemptRecord> history, boolean mayHaveArrived) {
    Map<String, String> details = new HashMap<>();
    if (!history.isEmpty()) {
      details.put("lastError", history.get(history.size() - 1).error());
    }
    if (mayHaveArrived) {
      details.put("mayHaveArrived", "true");
    }
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
