package io.duetime.internal.kernel;

import io.duetime.OnConflict;
import io.duetime.internal.kernel.job.JobHead;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Weighs a request against a waiting job (or a waiting successor) with the same id. */
final class ConflictRule {
  private ConflictRule() {}

  /** What becomes of the request. */
  enum Verdict {
    REJECT,
    KEEP,
    TAKE
  }

  static Verdict verdict(OnConflict rule, long existingDueAt, long newDueAt) {
    return switch (rule.rule()) {
      case REJECT -> Verdict.REJECT;
      case KEEP -> Verdict.KEEP;
      case REPLACE, DEBOUNCE -> Verdict.TAKE;
      case EARLIEST -> newDueAt < existingDueAt ? Verdict.TAKE : Verdict.KEEP;
      case LATEST -> newDueAt > existingDueAt ? Verdict.TAKE : Verdict.KEEP;
    };
  }

  /** The due time that a request gets, its anchor given: only DEBOUNCE bounds it. */
  static long bounded(OnConflict rule, long dueAt, long anchorAt) {
    return isDebounce(rule)
        ? Math.min(dueAt, anchorAt + Objects.requireNonNull(rule.maxWait()).toMillis())
        : dueAt;
  }

  /** The anchor of a job that takes the place of {@code existing}, if there is one. */
  static long anchor(OnConflict rule, @Nullable JobHead existing, long now) {
    return existing != null && isDebounce(rule) ? existing.anchorAt() : now;
  }

  private static boolean isDebounce(OnConflict rule) {
    return rule.rule() == OnConflict.Rule.DEBOUNCE;
  }
}
