package io.duetime.runtime.call;

import io.duetime.JobFailed;
import io.duetime.Limits;
import io.duetime.id.Fingerprint;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Describes exceptions of other code in bounded text. Never throws: any method of such an exception
 * may.
 */
public final class ErrorText {
  private static final int FRAMES = 8;
  private static final int LONGEST_MESSAGE = 1_000;
  private static final int CAUSES = 4;

  private ErrorText() {}

  /** Returns what is stored of an exception: class, message, top of the stack, causes. */
  public static String of(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable each = thrown;
    for (int i = 0; each != null && i < CAUSES && text.length() < Limits.MAX_REASON_LENGTH; i++) {
      describe(each, i > 0, text);
      each = causeOf(each);
    }
    return start(text.toString(), Limits.MAX_REASON_LENGTH);
  }

  /** Returns an exception for the log: the same, or a copy if its text is long or fails. */
  public static Throwable toLog(Throwable thrown) {
    return toLog(thrown, CAUSES);
  }

  private static Throwable toLog(Throwable thrown, int depth) {
    return isHarmless(thrown, depth) ? thrown : new Copy(thrown, depth);
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
    text.append(start(nameAndMessage(thrown), LONGEST_MESSAGE));
    addFrames(stackOf(thrown), text);
  }

  // The frame that tells failures apart may lie below those of libraries.
  private static void addFrames(StackTraceElement[] stack, StringBuilder text) {
    boolean hasOwn = false;
    for (int i = 0; i < stack.length && (i < FRAMES || !hasOwn); i++) {
      String frame = stack[i].toString();
      boolean isOwn = !Fingerprint.isForeign(frame);
      if (i < FRAMES || isOwn) {
        text.append(Fingerprint.FRAME).append(frame);
      }
      hasOwn |= isOwn;
    }
  }

  private static String start(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  private static String nameAndMessage(Throwable thrown) {
    try {
      return String.valueOf(thrown);
    } catch (RuntimeException | Error speechless) {
      return thrown.getClass().getName();
    }
  }

  private static @Nullable Throwable causeOf(Throwable thrown) {
    try {
      return thrown.getCause();
    } catch (RuntimeException | Error speechless) {
      return null;
    }
  }

  private static StackTraceElement[] stackOf(Throwable thrown) {
    try {
      return thrown.getStackTrace().clone();
    } catch (RuntimeException | Error speechless) {
      return new StackTraceElement[0];
    }
  }

  private static boolean isHarmless(Throwable thrown, int depth) {
    try {
      Throwable cause = thrown.getCause();
      return String.valueOf(thrown).length() <= Limits.MAX_REASON_LENGTH
          && String.valueOf(thrown.getLocalizedMessage()).length() <= Limits.MAX_REASON_LENGTH
          && (cause == null || (depth > 0 && isHarmless(cause, depth - 1)))
          && Arrays.stream(thrown.getSuppressed())
              .allMatch(each -> depth > 0 && isHarmless(each, depth - 1));
    } catch (RuntimeException | Error speechless) {
      return false;
    }
  }

  /** The name, message, stack and causes of another exception, bounded. */
  private static final class Copy extends Throwable {
    private static final long serialVersionUID = 1L;

    private final String text;

    Copy(Throwable original, int depth) {
      super(null, copyOf(causeOf(original), depth), false, true);
      this.text = start(nameAndMessage(original), Limits.MAX_REASON_LENGTH);
      setStackTrace(stackOf(original));
    }

    private static @Nullable Throwable copyOf(@Nullable Throwable cause, int depth) {
      return cause == null || depth == 0 ? null : toLog(cause, depth - 1);
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // the text begins with the original's class
    public String toString() {
      return text;
    }
  }
}
