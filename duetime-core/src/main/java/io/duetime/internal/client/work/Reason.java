package io.duetime.internal.client.work;

import io.duetime.JobFailed;
import io.duetime.Limits;

/** Puts an exception into the few words that are kept with a job. */
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
    // What a handler says on purpose is shown as it says it.
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

  // An exception of somebody else's may fail to say what it is.
  private static String nameAndMessage(Throwable thrown) {
    try {
      return String.valueOf(thrown);
    } catch (RuntimeException | Error speechless) {
      return thrown.getClass().getName();
    }
  }
}
