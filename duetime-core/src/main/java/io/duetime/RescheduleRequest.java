package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to change the due time of a waiting job, always or on a condition. Immutable.
 *
 * <p>The attempts of a rescheduled job start again.
 */
public final class RescheduleRequest {
  /** The condition of a request. */
  public enum Condition {
    /** Always reschedules. */
    ALWAYS,
    /** Reschedules only to an earlier due time. */
    ONLY_EARLIER,
    /** Reschedules only to a later due time. */
    ONLY_LATER,
    /** Reschedules only if the job's due time is the one that the caller knows. */
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

  /** Requests a delay after the store has accepted the request, 0 to 100 years. */
  public static RescheduleRequest of(String id, Duration delay) {
    Limits.delayMillis(delay);
    return new RescheduleRequest(Limits.id(id), new Due(null, delay), Condition.ALWAYS, null);
  }

  /** Requests a moment from 1970 on and at most 100 years ahead, rounded up to milliseconds. */
  public static RescheduleRequest of(String id, Instant dueAt) {
    Due due = new Due(Limits.dueAt(dueAt), Duration.ZERO);
    return new RescheduleRequest(Limits.id(id), due, Condition.ALWAYS, null);
  }

  /** Returns a copy that applies only if the new due time is earlier. */
  public RescheduleRequest onlyEarlier() {
    return new RescheduleRequest(id, due, Condition.ONLY_EARLIER, null);
  }

  /** Returns a copy that applies only if the new due time is later. */
  public RescheduleRequest onlyLater() {
    return new RescheduleRequest(id, due, Condition.ONLY_LATER, null);
  }

  /** Returns a copy that applies only if the job's due time is {@code known}. */
  public RescheduleRequest ifDueAt(Instant known) {
    return new RescheduleRequest(id, due, Condition.IF_DUE_AT, Limits.moment("ifDueAt", known));
  }

  /** The id of the job. */
  public String id() {
    return id;
  }

  /** The new due time; empty if the request has a delay. */
  public Optional<Instant> dueAt() {
    return Optional.ofNullable(due.at);
  }

  /** The delay; unused if {@link #dueAt} is set. */
  public Duration delay() {
    return due.delay;
  }

  /** The condition of the request. */
  public Condition condition() {
    return condition;
  }

  /** The due time of {@link Condition#IF_DUE_AT}. */
  public Optional<Instant> knownDueAt() {
    return Optional.ofNullable(knownDueAt);
  }

  /** Describes the job, its new due time, and a condition. */
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
