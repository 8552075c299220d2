package io.duetime.kernel.job;

import io.duetime.Explanation;
import io.duetime.Explanation.Why;
import io.duetime.RetryPolicy;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.JobView;
import io.duetime.kernel.job.Status.JobLease;
import io.duetime.settings.InstantText;
import io.duetime.text.DurationText;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Words explanations, the same on every engine. Moments are given in epoch milliseconds. */
public final class Explanations {
  /** Never seen, or forgotten. */
  public static final Explanation UNKNOWN = new Explanation(Why.UNKNOWN, Map.of());

  private static final long CLAIMED_WITHIN_MILLIS = 1_000;
  private static final int MOST_NAMES = 10;

  private Explanations() {}

  /** Explains a job that has ended or runs; null for one that waits. */
  public static @Nullable Explanation unlessWaiting(JobHead head, long now) {
    JobView.End end = head.end();
    if (end != null) {
      return ended(head, end);
    }
    JobLease lease = head.lease();
    return lease == null || head.isLapsedAt(now) ? null : with(leased(lease), attempts(head));
  }

  /** Explains a job that waits, by what keeps it waiting. */
  public static Explanation waiting(JobHead head, Explanation why) {
    boolean isHeld = why.why() == Why.DUE_LATER && head.isHeld();
    return with(isHeld ? new Explanation(Why.OVERLAP, why.details()) : why, attempts(head));
  }

  private static Explanation ended(JobHead head, JobView.End end) {
    Map<String, String> details =
        Map.of("at", moment(end.atMillis()), "reason", end.reason(), "message", end.message());
    return switch (head.stage()) {
      case DONE -> new Explanation(Why.DONE, details);
      case CANCELLED -> new Explanation(Why.CANCELLED, details);
      case DEAD, WAITING, LEASED -> with(new Explanation(Why.DEAD, details), lastError(head));
    };
  }

  private static Explanation leased(JobLease lease) {
    return new Explanation(
        Why.LEASED,
        Map.of(
            "consumer",
            lease.consumer(),
            "since",
            moment(lease.since()),
            "until",
            moment(lease.deadline()),
            "cancelRequested",
            "" + lease.cancelled()));
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
  private static Map<String, String> attempts(JobHead head) {
    RetryPolicy rule = head.terms().retry();
    Map<String, String> details = new HashMap<>(lastError(head));
    details.put("attempt", "" + head.attempt());
    details.put(
        "maxAttempts",
        rule.maxAttempts() == RetryPolicy.UNLIMITED ? "unlimited" : "" + rule.maxAttempts());
    rule.totalDelay().ifPresent(total -> details.put("retriesFor", DurationText.rough(total)));
    return details;
  }

  private static Map<String, String> lastError(JobHead head) {
    Map<String, String> details = new HashMap<>();
    List<AttemptRecord> history = head.history();
    if (!history.isEmpty()) {
      details.put("lastError", history.get(history.size() - 1).error());
    }
    if (head.mayHaveArrived()) {
      details.put("mayHaveArrived", "true");
    }
    return details;
  }

  /** The same explanation with more details. */
  private static Explanation with(Explanation explanation, Map<String, String> more) {
    Map<String, String> details = new HashMap<>(explanation.details());
    details.putAll(more);
    return new Explanation(explanation.why(), details);
  }

  private static String moment(long millis) {
    return InstantText.format(Instant.ofEpochMilli(millis));
  }

  /**
   * A job whose lease has not ended.
   *
   * @param consumer who holds the lease
   * @param since when it was claimed, in epoch milliseconds
   */
  public record RunningJob(String id, String consumer, long since) {}
}
