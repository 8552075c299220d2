package io.duetime.engine;

import io.duetime.Limits;

/**
 * A request to run one waiting job at another moment.
 *
 * @param id the job
 * @param due the new due time
 * @param only when to do it
 */
public record Reschedule(String id, DueTime due, Condition only) {
  /** Checks the id, and that nothing is missing. */
  public Reschedule {
    Limits.id(id);
    Limits.given("due", due);
    Limits.given("only", only);
  }

  /** When a reschedule takes effect. */
  public sealed interface Condition {
    /** In any case. */
    Condition ALWAYS = new Always();

    /** Only when that makes the job due earlier. */
    Condition ONLY_EARLIER = new OnlyEarlier();

    /** Only when that makes the job due later. */
    Condition ONLY_LATER = new OnlyLater();

    /** Whether to move a job that is due at {@code dueAt} to {@code newDueAt}. */
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

  /** Only while the job is still due at the moment the caller knows of. */
  public record IfDueAt(long epochMillis) implements Condition {
    @Override
    public boolean holds(long dueAt, long newDueAt) {
      return dueAt == epochMillis;
    }
  }
}
