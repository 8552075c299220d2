package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.JobChange;
import io.duetime.JobState;
import io.duetime.Limits;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A change to every job of a {@link Selection}, made in bounded steps. */
public sealed interface BulkChange {
  /** Whether it reaches the dead jobs of a selection, and not the waiting ones. */
  default boolean isOfDeadJobs(Selection selection) {
    Limits.given("selection", selection);
    if (this instanceof Count count) {
      return count.change.isOfDeadJobs(selection);
    }
    return this instanceof Redrive
        || this instanceof Purge
        || (this instanceof Update && selection.states().equals(Set.of(JobState.DEAD)));
  }

  /** Counts the jobs that {@code change} would go through; changes nothing and checks no quota. */
  record Count(BulkChange change) implements BulkChange {
    /** Checks that it is a change, and not another count. */
    public Count {
      if (change == null || change instanceof Count) {
        throw new InvalidRequestException(
            "change", change, "cancel, move, update, redrive or purge");
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
   * Makes dead jobs due again. Their attempts start again, and their expiry is removed. Jobs that
   * do not fit into {@code maxWaiting} of the queue stay dead.
   *
   * @param spreadMillis the window over which a hash of the id spreads them, 0 to 2³² ms; 0 for
   *     none
   */
  record Redrive(long spreadMillis) implements BulkChange {
    /** Checks the range. */
    public Redrive {
      if (spreadMillis < 0 || spreadMillis > 1L << 32) {
        throw new InvalidRequestException("spread", spreadMillis + " ms", "0 to 4294967296 ms");
      }
    }
  }

  /** Deletes dead jobs. */
  record Purge() implements BulkChange {}

  /**
   * The result of one step.
   *
   * @param examined jobs examined
   * @param changed jobs changed, or counted
   * @param refused jobs that stay dead because the queue has as many waiting jobs as it may
   * @param cursor an opaque text for the next step, or null after the last
   */
  record Step(int examined, int changed, int refused, @Nullable String cursor) {}
}
