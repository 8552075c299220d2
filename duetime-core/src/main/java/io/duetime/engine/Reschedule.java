package io.duetime.engine;

import io.duetime.Limits;

/**
 * A request to change the due time of one waiting job.
 *
 * @param id the job's id
 * @param due the new due time
 * @param only the condition
 */
public record Reschedule(String id, DueTime due, Condition only) {
  /** Checks the id, and that nothing is null. */
  public Reschedule {
    Limits.id(id);
    Limits.given("due", due);
    Limits.given("only", only);
  }

  /** The condition of a reschedule. */
  public sealed interface Condition {
    /** Always reschedules. */
    Condition ALWAYS = new Always();

    /** Reschedules only to an earlier due time. */
    Condition ONLY_EARLIER = new OnlyEarlier();

    /** Reschedules only to a later due time. */
    Condition ONLY_LATER = new OnlyLater();

    /** Whether to move a job from {@code dueAt} to {@code newDueAt}. */
    boolean holds(long dueAt, long newDueAt);
  }

  /** See {@link Condition#ALWAYS}. */
  public record Always() implements Condition {
    @Override
    public boolean holds(long dueAt, long newDueAt) {
      return true;
    }
  }

  /** See {@link Condition#ONLY_EARLIER}. */
  public record OnlyEarlier() implements Condition {
    @Override
    public boolean holds(long dueAt, long newDueAt) {
      return newDueAt < dueAt;
    }
  }

  /** See {@link Condition#ONLY_LATER}. */
  public record OnlyLater() implements Condition {
    @Override
    public boolean holds(long dueAt, long newDueAt) {
      return newDueAt > dueAt;
    }
  }

  /** Reschedules only if the job's due time is the one that the caller knows. */
  public record IfDueAt(long epochMillis) implements Condition {
    @Override
    public boolean holds(long dueAt, long newDueAt) {
      return dueAt == epochMillis;
    }
  }
}
