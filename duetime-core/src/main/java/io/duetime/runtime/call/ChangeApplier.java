package io.duetime.runtime.call;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.util.function.UnaryOperator;

/**
 * Applies a caller's change to settings or new values of a job, and refuses the request if that
 * fails.
 */
public final class ChangeApplier {
  private ChangeApplier() {}

  /** Returns what was changed. */
  public static <B> B changed(UnaryOperator<B> change, B settings) {
    try {
      return Limits.given("what the change returns", change.apply(settings));
    } catch (InvalidRequestException refused) {
      throw refused;
    } catch (RuntimeException thrown) {
      throw new InvalidRequestException(
          "change", thrown.toString(), "a function that returns what it is given, changed");
    }
  }
}
