package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import org.jspecify.annotations.Nullable;

/** A change to every job of a {@link Selection}, made in bounded steps. */
public sealed interface BulkChange {
  /** Counts the jobs that {@code change} would go through; changes nothing and checks no quota. */
  record Count(BulkChange change) implements BulkChange {
    /** Checks that it is a change, and not another count. */
    public Count {
      if (change == null || change instanceof Count) {
        throw new InvalidRequestException("change", change, "cancel, move, redrive or purge");
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
