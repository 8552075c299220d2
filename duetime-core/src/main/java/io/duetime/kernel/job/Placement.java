package io.duetime.kernel.job;

/**
 * The place of a job among those that wait: its priority and its times.
 *
 * @param dueAt when it is due
 * @param firstDueAt when its first attempt was due
 * @param scheduledAt when it was scheduled
 * @param anchorAt when the longest wait of DEBOUNCE begins
 */
public record Placement(
    long priority, long dueAt, long firstDueAt, long scheduledAt, long anchorAt) {
  public Placement withPriority(long newPriority) {
    return new Placement(newPriority, dueAt, firstDueAt, scheduledAt, anchorAt);
  }

  public Placement withDueAt(long newDueAt) {
    return new Placement(priority, newDueAt, firstDueAt, scheduledAt, anchorAt);
  }

  /** The place of a further attempt, due at a moment. */
  public Placement retriedAt(long newDueAt, long now) {
    return new Placement(priority, newDueAt, firstDueAt, scheduledAt, now);
  }

  /** The place of a job that begins again, due at a moment. */
  public Placement movedTo(long newDueAt, long now) {
    return new Placement(priority, newDueAt, newDueAt, scheduledAt, now);
  }
}
