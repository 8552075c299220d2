package io.duetime.internal.engine;

import io.duetime.InvalidRequestException;
import java.util.Optional;

/** Refuses numbers that were proposed for jobs and would lead to another job or queue. */
public final class ProposedNumbers {
  private ProposedNumbers() {}

  /** Requires that a number was reserved for a queue; answers the number. */
  public static long requireReserved(String queue, long number, Optional<String> owner) {
    if (owner.filter(queue::equals).isEmpty()) {
      throw new InvalidRequestException("number", number, "numbers reserved for queue " + queue);
    }
    return number;
  }

  /** Requires that no other job has a number; answers the number. */
  public static long requireFree(String id, long number, Optional<String> holder) {
    if (holder.isPresent() && !holder.get().equals(id)) {
      throw new InvalidRequestException(
          "number", number, "numbers that no other job has; job " + holder.get() + " has this one");
    }
    return number;
  }
}
