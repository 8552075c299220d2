package io.duetime.internal.client.call;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import java.util.function.UnaryOperator;

/** Calls code that callers bring along, and refuses what it does wrong as a part of the request. */
public final class ChangeApplier {
  private ChangeApplier() {}

  /** What a change makes of settings. */
  public static <B> B changed(UnaryOperator<B> change, B settings) {
    try {
      return Limits.given("what the change returns", change.apply(settings));
    } catch (InvalidRequestException refused) {
      throw refused;
    } catch (RuntimeException thrown) {
      throw new InvalidRequestException(
          "change", thrown.toString(), "a function that returns the builder");
    }
  }
}
