package io.duetime;

import io.duetime.text.DurationText;
import java.time.Duration;

/**
 * Says how durable a change must be before it is answered.
 *
 * @param fsynced whether the write must be on stable storage
 * @param replicas how many replicas must have the write, 0 to 100
 * @param timeout how long to wait, 0 to 1 minute; if the store asks for the two separately, for
 *     each. The answer tells what was reached by then.
 */
public record Durability(boolean fsynced, int replicas, Duration timeout) {
  /** Asks for nothing beyond the store's memory. */
  public static final Durability NONE = new Durability(false, 0, Duration.ofSeconds(1));

  /** Asks for stable storage and waits at most 3 s, since some stores fsync once a second. */
  public static final Durability FSYNCED = new Durability(true, 0, Duration.ofSeconds(3));

  /** Checks the ranges. */
  public Durability {
    if (replicas < 0 || replicas > 100) {
      throw new InvalidRequestException("replicas", replicas, "0 to 100");
    }
    Limits.within(
        "durability timeout", timeout, Duration.ZERO, Duration.ofMinutes(1), "0 to 1 minute");
  }

  /** Asks for the write on {@code count} replicas, and waits at most {@code timeout}. */
  public static Durability replicas(int count, Duration timeout) {
    return new Durability(false, count, timeout);
  }

  /**
   * Describes it, such as {@code fsynced within 3s}, {@code 2 replicas within 1s}, {@code none}.
   */
  @Override
  public String toString() {
    if (!fsynced && replicas == 0) {
      return "none";
    }
    String copies = replicas == 0 ? "" : replicas == 1 ? "1 replica" : replicas + " replicas";
    String both = fsynced && replicas > 0 ? " and " : "";
    return (fsynced ? "fsynced" : "") + both + copies + " within " + DurationText.exact(timeout);
  }

  /**
   * The durability that an answer reached.
   *
   * @param fsynced whether the write is on stable storage
   * @param replicas how many replicas have the write
   */
  public record Reached(Fsynced fsynced, int replicas) {
    /** In the store's memory only. */
    public static final Reached NOTHING = new Reached(Fsynced.NO, 0);

    /** On stable storage of one node. */
    public static final Reached ON_DISK = new Reached(Fsynced.YES, 0);
  }

  /** Whether a write is on stable storage; UNKNOWN if the store could not tell. */
  public enum Fsynced {
    YES,
    NO,
    UNKNOWN
  }
}
