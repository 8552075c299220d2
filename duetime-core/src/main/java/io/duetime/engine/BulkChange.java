package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.JobState;
import io.duetime.Limits;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A change to every job of a {@link Selection}, made in bounded steps. */
public sealed interface BulkChange {
  /** The change that is made or counted. */
  default BulkChange made() {
    return this instanceof Count count ? count.change() : this;
  }

  /** Whether a shift, or the undo of one, is made or counted. */
  default boolean isShift() {
    return made() instanceof Shift || made() instanceof UndoShift;
  }

  /** Whether it reaches the dead jobs of a selection, and not the waiting ones. */
  default boolean isOfDeadJobs(Selection selection) {
    Limits.given("selection", selection);
    BulkChange made = made();
    return made instanceof Redrive
        || made instanceof Purge
        || (made instanceof Update && selection.states().equals(Set.of(JobState.DEAD)));
  }

  /** Counts the jobs that {@code change} would go through; changes nothing and checks no quota. */
  record Count(BulkChange change) implements BulkChange {
    /** Checks that it is a change, and not another count. */
    public Count {
      if (change == null || change instanceof Count) {
        throw new InvalidRequestException(
            "change", change, "cancel, move, shift, update, redrive or purge");
      }
    }
  }

  /** Cancels waiting jobs. */
  record Cancel() implements BulkChange {}

  /** Reschedules waiting jobs, all to the same due time. */
  record Move(DueTime due) implements BulkChange {
    /** Checks that the due time is not null. */
    public Move {
      Limits.given("due", due);
    }
  }

  /**
   * Changes the priority, the tags and the retry policy of dead jobs if the selection is of these
   * alone, otherwise of waiting ones. A job that would have too many tags does not change.
   */
  record Update(JobChange<JobBody> change) implements BulkChange {
    /** Checks that it changes something, and nothing else. */
    public Update {
      Limits.given("change", change).notEmpty();
      refuse("payload", change.payload().isPresent());
      refuse("headers", change.headers().isPresent());
      refuse("expiry", change.expiry().isPresent() || change.isWithoutExpiry());
    }

    private static void refuse(String field, boolean isGiven) {
      if (isGiven) {
        throw new InvalidRequestException(
            field, "by a filter", "priority, tags and retry, or one job by its id");
      }
    }
  }

  /**
   * Moves waiting jobs by a length of time, so that their distances stay. Each job carries the task
   * that moved it, so a step that is repeated moves no job twice. Jobs that were created, replaced
   * or moved since the task began are passed over. Jobs that would be due before now, expire, or be
   * further ahead than the queue allows stay where they are.
   *
   * @param task names the shift, for {@link UndoShift}
   * @param byMillis how far; less than zero for earlier
   * @param spreadMillis the window over which a hash of the id spreads them, 0 to 2³² ms; 0 for
   *     none
   * @param begunAtMillis when the task began, by the store's clock; the same in all steps
   */
  record Shift(String task, long byMillis, long spreadMillis, long begunAtMillis)
      implements BulkChange {
    private static final long YEAR_9999 = 253_402_300_799_999L;

    /** Checks the ranges. */
    public Shift {
      Limits.text("task", task);
      Limits.shiftMillis(Duration.ofMillis(byMillis));
      spread(spreadMillis);
      if (begunAtMillis < 0 || begunAtMillis > YEAR_9999) {
        throw new InvalidRequestException("begunAt", begunAtMillis, "a moment from 1970 to 9999");
      }
    }
  }

  /**
   * Moves the jobs back that a shift has moved and nothing else has moved or replaced since. Jobs
   * whose time has passed are due at once; jobs that would expire stay where they are.
   *
   * @param task the name of the shift
   */
  record UndoShift(String task) implements BulkChange {
    /** Checks the name. */
    public UndoShift {
      Limits.text("task", task);
    }
  }

  /**
   * Makes dead jobs due again. Their attempts start again, and their expiry is removed. Jobs that
   * do not fit into {@code maxWaiting} of the queue stay dead.
   *
   * <p>With a task, they are due now, and a step ends before the first job that does not fit. Each
   * job carries the task until its first attempt has ended. The queue counts for the task how these
   * attempts end, until it forgets the task.
   *
   * @param spreadMillis the window over which a hash of the id spreads them, 0 to 2³² ms; 0 for
   *     none
   * @param task names the redrive; null to count nothing
   * @param upTo of a task: how many jobs may have been redriven for it in all its steps, so that a
   *     step that is repeated redrives no more; 0 only reports, {@link #FORGET} forgets the task
   */
  record Redrive(long spreadMillis, @Nullable String task, long upTo) implements BulkChange {
    /** Forgets what was counted for the task. */
    public static final long FORGET = -1;

    /** Redrives all jobs, and counts nothing. */
    public Redrive(long spreadMillis) {
      this(spreadMillis, null, 0);
    }

    /** Checks the ranges. */
    public Redrive {
      spread(spreadMillis);
      if (task != null) {
        Limits.text("task", task);
      }
      boolean isAllowed = task == null ? upTo == 0 : upTo >= FORGET && spreadMillis == 0;
      if (!isAllowed) {
        throw new InvalidRequestException("upTo", upTo, "with a task, without spread: -1 or more");
      }
    }
  }

  /**
   * What has become of the jobs that were redriven for a task.
   *
   * @param jobs how many were redriven
   * @param succeeded those whose first attempt since has succeeded
   * @param failed those whose first attempt since has failed, and those that ended without one
   */
  record RedriveCounts(long jobs, long succeeded, long failed) {
    /** Of no job. */
    public static final RedriveCounts NONE = new RedriveCounts(0, 0, 0);

    /** Adds other jobs. */
    public RedriveCounts plus(RedriveCounts other) {
      return new RedriveCounts(
          jobs + other.jobs, succeeded + other.succeeded, failed + other.failed);
    }

    /** Those whose first attempt has not ended. */
    public long underWay() {
      return jobs - succeeded - failed;
    }
  }

  /** Deletes dead jobs. */
  record Purge() implements BulkChange {}

  private static void spread(long millis) {
    Limits.within(
        "spread", Duration.ofMillis(millis), Duration.ZERO, Limits.MAX_SPREAD, "0 to 49 days");
  }

  /**
   * The result of one step.
   *
   * @param examined jobs examined
   * @param changed jobs changed, or counted
   * @param refused jobs that stay dead because the queue has as many waiting jobs as it may; of a
   *     shift, jobs that stay where they are
   * @param cursor an opaque text for the next step, or null after the last
   * @param times of a shift, the times before and after; otherwise null
   * @param redriven of a redrive with a task, all that was redriven for it; otherwise null
   */
  record Step(
      int examined,
      int changed,
      int refused,
      @Nullable String cursor,
      @Nullable Times times,
      @Nullable RedriveCounts redriven) {
    /** The result of a step that shifts nothing. */
    public Step(int examined, int changed, int refused, @Nullable String cursor) {
      this(examined, changed, refused, cursor, null, null);
    }

    /** The result of a step of a shift. */
    public Step(
        int examined, int changed, int refused, @Nullable String cursor, @Nullable Times times) {
      this(examined, changed, refused, cursor, times, null);
    }
  }

  /**
   * The due times of the jobs that a shift moved, or would move.
   *
   * @param before the first and the last before; null if there is no job
   * @param after the first and the last after; null if there is no job
   * @param atOnce delayed jobs whose new time is not after now; those before now stay where they
   *     are
   */
  record Times(@Nullable Span before, @Nullable Span after, long atOnce) {
    /** The times of no job. */
    public static final Times NONE = new Times(null, null, 0);

    /** The first and the last of some due times. */
    public record Span(long fromMillis, long toMillis) {
      private static @Nullable Span sum(@Nullable Span one, @Nullable Span other) {
        if (one == null || other == null) {
          return one == null ? other : one;
        }
        return new Span(
            Math.min(one.fromMillis, other.fromMillis), Math.max(one.toMillis, other.toMillis));
      }
    }

    /** Adds the times of other jobs; of both, null is nothing. */
    public static @Nullable Times sum(@Nullable Times one, @Nullable Times other) {
      if (one == null || other == null) {
        return one == null ? other : one;
      }
      return new Times(
          Span.sum(one.before, other.before),
          Span.sum(one.after, other.after),
          one.atOnce + other.atOnce);
    }
  }
}
