package io.duetime.kernel.job;

import org.jspecify.annotations.Nullable;

/**
 * The place of a job among those that wait: its priority and its times.
 *
 * @param dueAt when it is due
 * @param firstDueAt when its first attempt was due
 * @param scheduledAt when it was scheduled
 * @param anchorAt when the longest wait of DEBOUNCE begins
 * @param shift the shift that moved the job, until something else moves it
 */
public record Placement(
    long priority,
    long dueAt,
    long firstDueAt,
    long scheduledAt,
    long anchorAt,
    @Nullable ShiftMark shift) {
  /**
   * How a shift moved a job.
   *
   * @param task names the shift; empty if it was taken back
   * @param byMillis how far it moved the job
   * @param atMillis when it did, or was taken back
   */
  public record ShiftMark(String task, long byMillis, long atMillis) {}

  public Placement(long priority, long dueAt, long firstDueAt, long scheduledAt, long anchorAt) {
    this(priority, dueAt, firstDueAt, scheduledAt, anchorAt, null);
  }

  public Placement withPriority(long newPriority) {
    return new Placement(newPriority, dueAt, firstDueAt, scheduledAt, anchorAt, shift);
  }

  public Placement withDueAt(long newDueAt) {
    return new Placement(priority, newDueAt, firstDueAt, scheduledAt, anchorAt);
  }

  /** The place of a job that waits until another one has ended, or does no longer. */
  public Placement heldUntil(long newDueAt) {
    return new Placement(priority, newDueAt, firstDueAt, scheduledAt, anchorAt, shift);
  }

  /** The place of a further attempt, due at a moment. */
  public Placement retriedAt(long newDueAt, long now) {
    return new Placement(priority, newDueAt, firstDueAt, scheduledAt, now);
  }

  /** The place of a job that begins again, due at a moment. */
  public Placement movedTo(long newDueAt, long now) {
    return new Placement(priority, newDueAt, newDueAt, scheduledAt, now);
  }

  /** The place after a shift. */
  public Placement shifted(ShiftMark by) {
    return movedBy(by.byMillis(), by);
  }

  /** The place before its shift. Other shifts that run then must not move the job. */
  public Placement shiftedBack(long now) {
    return shift == null ? this : movedBy(-shift.byMillis(), new ShiftMark("", 0, now));
  }

  private Placement movedBy(long millis, ShiftMark by) {
    // Stores do not keep a moment before the epoch.
    long newAnchorAt = Math.max(1, anchorAt + millis);
    return new Placement(
        priority, dueAt + millis, firstDueAt + millis, scheduledAt, newAnchorAt, by);
  }

  /** Whether the job was carried to this place by a shift. */
  public boolean isShiftedBy(String task) {
    return shift != null && shift.task().equals(task);
  }
}
