package io.duetime.internal.kernel.recurring;

import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringJob;
import java.util.Arrays;
import java.util.Objects;

/** Compares definitions by what they schedule. */
final class DefinitionComparer {
  private DefinitionComparer() {}

  static boolean isSame(RecurringJob one, RecurringJob other) {
    return schedulesSame(one, other) && one.rules().equals(other.rules());
  }

  /** Whether two definitions schedule the same jobs at the same ticks. */
  static boolean schedulesSame(RecurringJob one, RecurringJob other) {
    return one.name().equals(other.name())
        && one.schedule().equals(other.schedule())
        && isSame(one.template(), other.template())
        && isSame(one.template().body(), other.template().body());
  }

  // Each tick has an id, a due time, a conflict rule and a nonce of its own.
  private static boolean isSame(JobSpec one, JobSpec other) {
    return Objects.equals(one.priority(), other.priority())
        && one.tags().equals(other.tags())
        && Objects.equals(one.retry(), other.retry())
        && Objects.equals(one.expiry(), other.expiry())
        && Objects.equals(one.retention(), other.retention());
  }

  private static boolean isSame(JobBody one, JobBody other) {
    return Arrays.equals(one.payload(), other.payload())
        && Objects.equals(one.contentType(), other.contentType())
        && one.headers().equals(other.headers());
  }
}
