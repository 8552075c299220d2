package io.duetime.engine;

import io.duetime.Limits;
import java.util.Optional;

/**
 * The answer to a change of a recurring definition.
 *
 * @param outcome what happened
 * @param view the definition after the change, or as it was removed; empty if nothing was changed
 */
public record RecurringResult(Outcome outcome, Optional<RecurringJob.View> view) {
  /** The outcomes of a change. */
  public enum Outcome {
    /** The definition was stored, paused, resumed or removed. */
    DONE,
    /** There is no such definition. */
    UNKNOWN,
    /** The definition has another version, or does not exist; nothing was changed. */
    CHANGED_MEANWHILE
  }

  /** Checks that nothing is null. */
  public RecurringResult {
    Limits.given("outcome", outcome);
    Limits.given("view", view);
  }

  /** Returns the answer to a change that was made. */
  public static RecurringResult done(RecurringJob.View view) {
    return new RecurringResult(Outcome.DONE, Optional.of(view));
  }

  /** Returns the answer to a change that named no version of a definition that does not exist. */
  public static RecurringResult unknown() {
    return new RecurringResult(Outcome.UNKNOWN, Optional.empty());
  }

  /** Returns the answer to a change of a version that is not the stored one. */
  public static RecurringResult changedMeanwhile() {
    return new RecurringResult(Outcome.CHANGED_MEANWHILE, Optional.empty());
  }
}
