package io.duetime.engine;

import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one {@link JobSpec}.
 *
 * @param id the job's id
 * @param outcome what became of the request
 * @param dueAtMillis the due time of the job that now stands under the id (of its successor where
 *     one was stored or kept); meaningless when refused
 * @param durability what the write reached
 * @param refusal why the item was refused, or null unless the outcome is {@link
 *     ScheduleOutcome#REFUSED}
 */
public record ScheduleResult(
    String id,
    ScheduleOutcome outcome,
    long dueAtMillis,
    Durability.Reached durability,
    @Nullable DuetimeException refusal) {

  /** An item that could not be taken, for a reason of its own. */
  public static ScheduleResult refused(String id, DuetimeException why) {
    return new ScheduleResult(id, ScheduleOutcome.REFUSED, 0, Durability.Reached.NOTHING, why);
  }

  /** The same answer with the durability that its batch reached. */
  public ScheduleResult reached(Durability.Reached reached) {
    return new ScheduleResult(id, outcome, dueAtMillis, reached, refusal);
  }
}
