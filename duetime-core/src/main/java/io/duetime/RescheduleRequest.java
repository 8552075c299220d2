package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to run one waiting job at another moment, in any case or on a condition. Immutable.
 *
 * <p>Moving a job starts its attempts anew.
 */
public final class RescheduleRequest {
  /** When a request takes effect. */
  public enum Condition {
    /** In any case. */
    ALWAYS,
    /** Only when that makes the job due earlier. */
    ONLY_EARLIER,
    /** Only when that makes the job due later. */
    ONLY_LATER,
    /** Only while the job is still due at the moment the caller knows of. */
    IF_DUE_AT
  }

  private final String id;
  private final Due due;
  private final Condition condition;
  private final @Nullable Instant knownDueAt;

  private RescheduleRequest(String id, Due due, Condition condition, @Nullable Instant knownDueAt) {
    this.id = id;
    this.due = due;
    this.condition = condition;
    this.knownDueAt = knownDueAt;
  }

  /** To so long after the store has accepted the request; at most 100 years. */
  public static RescheduleRequest of(String id, Duration delay) {
    Limits.delayMillis(delay);
    return new RescheduleRequest(Limits.id(id), new Due(null, delay), Condition.ALWAYS, null);
  }

  /** To a moment; a part finer than a millisecond is rounded up. */
  public static RescheduleRequest of(String id, Instant dueAt) {
    Due due = new Due(Limits.dueAt(dueAt), Duration.ZERO);
    return new RescheduleRequest(Limits.id(id), due, Condition.ALWAYS, null);
  }

  /** The same, only when that makes the job due earlier. */
  public RescheduleRequest onlyEarlier() {
    return new RescheduleRequest(id, due, Condition.ONLY_EARLIER, null);
  }

  /** The same, only when that makes the job due later. */
  public RescheduleRequest onlyLater() {
    return new RescheduleRequest(id, due, Condition.ONLY_LATER, null);
  }

  /** The same, only while the job is still due at a moment. */
  public RescheduleRequest ifDueAt(Instant known) {
    return new RescheduleRequest(id, due, Condition.IF_DUE_AT, Limits.moment("ifDueAt", known));
  }

  /** The job. */
  public String id() {
    return id;
  }

  /** The new due time, unless a delay is given. */
  public Optional<Instant> dueAt() {
    return Optional.ofNullable(due.at);
  }

  /** The delay; means nothing when {@link #dueAt} is there. */
  public Duration delay() {
    return due.delay;
  }

  /** When it takes effect. */
  public Condition condition() {
    return condition;
  }

  /** The moment of {@link Condition#IF_DUE_AT}. */
  public Optional<Instant> knownDueAt() {
    return Optional.ofNullable(knownDueAt);
  }

  /** The job, its new due time, and the condition unless it applies in any case. */
  @Override
  public String toString() {
    return new Description("RescheduleRequest")
        .with("id", id)
        .with("dueAt", due.at)
        .with("delay", due.at == null ? due.delay : null)
        .with("condition", condition, Condition.ALWAYS)
        .with("knownDueAt", knownDueAt)
        .toString();
  }

  private record Due(@Nullable Instant at, Duration delay) {}
}
