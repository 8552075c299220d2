package io.duetime.engine;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one {@link JobSpec}.
 *
 * @param id the job's id
 * @param outcome what happened to the request
 * @param dueAtMillis the due time of the job that the id now names, or of its successor; no meaning
 *     if the request was refused
 * @param durability what the write reached
 * @param refusal why the item was refused if the outcome is {@link ScheduleOutcome#REFUSED},
 *     otherwise null
 */
public record ScheduleResult(
    String id,
    ScheduleOutcome outcome,
    long dueAtMillis,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {

  /** Returns the answer to an item that was refused. */
  public static ScheduleResult refused(String id, DuetimeException why) {
    return new ScheduleResult(id, ScheduleOutcome.REFUSED, 0, Durability.Reached.NOTHING, why);
  }

  /** Returns this answer with the durability that its batch reached. */
  public ScheduleResult reached(Durability.Reached reached) {
    return new ScheduleResult(id, outcome, dueAtMillis, reached, refusal);
  }
}
