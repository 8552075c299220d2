package io.duetime;

import io.duetime.internal.text.DurationText;
import java.time.Duration;

/**
 * How durable an answer has to be before it is given.
 *
 * @param fsynced whether the write has to be on stable storage
 * @param replicas how many replicas have to have it, 0 to 100
 * @param timeout how long to wait for each of the two, one after the other where the store asks for
 *     them apart; what was reached by then is in the answer
 */
public record Durability(boolean fsynced, int replicas, Duration timeout) {
  /** Asks for neither. */
  public static final Durability NONE = new Durability(false, 0, Duration.ofSeconds(1));

  /** Asks for stable storage, waiting at most three seconds: some stores fsync every second. */
  public static final Durability FSYNCED = new Durability(true, 0, Duration.ofSeconds(3));

  /** Checks the ranges. */
  public Durability {
    if (replicas < 0 || replicas > 100) {
      throw new InvalidRequestException("replicas", replicas, "0 to 100");
    }
    Limits.within(
        "durability timeout", timeout, Duration.ZERO, Duration.ofMinutes(1), "0 to 1 minute");
  }

  /** Asks that {@code count} replicas have the write, waiting at most {@code timeout}. */
  public static Durability replicas(int count, Duration timeout) {
    return new Durability(false, count, timeout);
  }

  /** Such as {@code fsynced within 3s}, {@code 2 replicas within 1s}, {@code none}. */
  @Override
  public String toString() {
    if (!fsynced && replicas == 0) {
      return "none";
    }
    String copies = replicas == 0 ? "" : replicas == 1 ? "1 replica" : replicas + " replicas";
    String both = fsynced && replicas > 0 ? " and " : "";
    return (fsynced ? "fsynced" : "") + both + copies + " within " + DurationText.exact(timeout);
  }

  /** What an answer reached; {@code UNKNOWN} means that the store could not tell. */
  public record Reached(Fsynced fsynced, int replicas) {
    /** Nothing beyond the store's memory. */
    public static final Reached NOTHING = new Reached(Fsynced.NO, 0);

    /** On stable storage of one node. */
    public static final Reached ON_DISK = new Reached(Fsynced.YES, 0);
  }

  /** Whether a write is on stable storage. */
  public enum Fsynced {
    YES,
    NO,
    UNKNOWN
  }
}
