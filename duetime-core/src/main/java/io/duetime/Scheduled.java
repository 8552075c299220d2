package io.duetime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to scheduling a job.
 *
 * @param id the job's id, also if it was generated
 * @param outcome what happened to the request
 * @param dueAt the due time of the job that the id now names, or of its successor; null if the
 *     request was refused, or was deferred with a delay, which counts from the commit
 * @param durability what the write reached
 * @param refusal why an item of a batch was refused if the outcome is {@link
 *     ScheduleOutcome#REFUSED}, otherwise null; a single call throws it
 */
public record Scheduled(
    String id,
    ScheduleOutcome outcome,
    @Nullable Instant dueAt,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {
  /** Returns the answer to an item that was refused. */
  public static Scheduled refused(String id, DuetimeException why) {
    return new Scheduled(id, ScheduleOutcome.REFUSED, null, Durability.Reached.NOTHING, why);
  }

  /** Returns this answer with the durability that its batch reached. */
  public Scheduled reached(Durability.Reached reached) {
    return new Scheduled(id, outcome, dueAt, reached, refusal);
  }
}
