package io.duetime.transfer;

import io.duetime.DuetimeException;
import io.duetime.ScheduleOutcome;
import java.util.List;

/**
 * Where moved entries are stored.
 *
 * @param <T> what is moved
 */
public interface TransferTarget<T> extends AutoCloseable {
  /** What became of one entry. */
  enum Outcome {
    /** It is stored. */
    STORED,
    /** It was stored before. */
    PRESENT,
    /** It is not stored, and never will be. */
    REFUSED,
    /** It is not stored, but may be when it is sent again. */
    PUT_OFF
  }

  /**
   * The answer to one entry.
   *
   * @param text the outcome of its request, or why it is not stored
   */
  record Answer(Outcome outcome, String text) {
    /** The answer to a request with this outcome. */
    public static Answer of(ScheduleOutcome outcome) {
      return switch (outcome) {
        case KEPT, KEPT_RUNNING -> new Answer(Outcome.PRESENT, outcome.name());
        default -> new Answer(Outcome.STORED, outcome.name());
      };
    }

    /** The answer to a request that was refused; it may be accepted later, or may have been. */
    public static Answer refused(DuetimeException refusal) {
      String why = String.valueOf(refusal.getMessage());
      return switch (refusal.code()) {
        case STORE_UNAVAILABLE,
            STORE_CLOSED,
            STORE_LOCKED,
            STORE_FULL,
            QUOTA_EXCEEDED,
            OUTCOME_UNKNOWN ->
            new Answer(Outcome.PUT_OFF, why + " (" + refusal.code() + ")");
        default -> new Answer(Outcome.REFUSED, why);
      };
    }
  }

  /**
   * Stores entries of one queue. Jobs that are sent again with the same nonce are stored once.
   *
   * @return the answers in the order of the entries
   * @throws TransferException if no entry can be stored for a reason that does not pass
   */
  List<Answer> store(String queue, List<T> values);

  @Override
  default void close() {}
}
