package io.duetime.engine;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import org.jspecify.annotations.Nullable;

/** A change to every job of a {@link Selection}, made in bounded steps. */
public sealed interface BulkChange {
  /** Counts what would be changed by {@code change} and changes nothing. */
  record Count(BulkChange change) implements BulkChange {
    /** Checks that there is a change, and not another count. */
    public Count {
      if (change == null || change instanceof Count) {
        throw new InvalidRequestException("change", change, "cancel, move, redrive or purge");
      }
    }
  }

  /** Cancels waiting jobs. */
  record Cancel() implements BulkChange {}

  /** Moves waiting jobs, all to the same due time. */
  record Move(DueTime due) implements BulkChange {
    /** Checks that there is a due time. */
    public Move {
      Limits.given("due", due);
    }
  }

  /**
   * Makes dead jobs due again, their attempts counted from the first, their expiry dropped. Those
   * that do not fit into the queue's {@code maxWaiting} stay dead.
   *
   * @param spreadMillis over how long they are spread by a hash of their id; 0 for all at once
   */
  record Redrive(long spreadMillis) implements BulkChange {
    /** Checks the range. */
    public Redrive {
      if (spreadMillis < 0 || spreadMillis > 1L << 32) {
        throw new InvalidRequestException("spread", spreadMillis + " ms", "0 to 4294967296 ms");
      }
    }
  }

  /** Forgets dead jobs. */
  record Purge() implements BulkChange {}

  /**
   * What one step did.
   *
   * @param examined jobs looked at
   * @param changed jobs changed, or that would be
   * @param refused jobs that stay as they are because the queue has as many waiting as it may
   * @param cursor an opaque text for the next step, or null when all is done
   */
  record Step(int examined, int changed, int refused, @Nullable String cursor) {}
}
