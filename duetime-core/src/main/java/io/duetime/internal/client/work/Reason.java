package io.duetime.internal.client.work;

import io.duetime.JobFailed;
import io.duetime.Limits;

/** Shortens an exception to the text that is kept with a job. */
final class Reason {
  private static final int FRAMES = 8;
  private static final int CAUSES = 4;

  private Reason() {}

  static String of(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable each = thrown;
    for (int i = 0; each != null && i < CAUSES && text.length() < Limits.MAX_REASON_LENGTH; i++) {
      describe(each, i > 0, text);
      each = each.getCause();
    }
    return text.substring(0, Math.min(text.length(), Limits.MAX_REASON_LENGTH));
  }

  private static void describe(Throwable thrown, boolean isCause, StringBuilder text) {
    if (isCause) {
      text.append("\ncaused by ");
    }
    // A reason that the handler gave itself is kept unchanged.
    if (thrown instanceof JobFailed) {
      text.append(thrown.getMessage());
      return;
    }
    text.append(nameAndMessage(thrown));
    StackTraceElement[] stack = thrown.getStackTrace();
    for (int i = 0; i < Math.min(FRAMES, stack.length); i++) {
      text.append("\n  at ").append(stack[i]);
    }
  }

  // An exception of another library may throw in toString().
  private static String nameAndMessage(Throwable thrown) {
    try {
      return String.valueOf(thrown);
    } catch (RuntimeException | Error speechless) {
      return thrown.getClass().getName();
    }
  }
}
