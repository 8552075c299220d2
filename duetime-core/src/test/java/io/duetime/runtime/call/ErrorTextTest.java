package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobFailed;
import io.duetime.Limits;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ErrorTextTest {
  private static final String LONG = "x".repeat(5_000_000);

  /** Fails whatever it is asked. */
  private static final class Speechless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("no cause");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("no stack");
    }
  }

  @Test
  void anErrorThatCannotBeDescribedIsNamed() {
    assertThat(ErrorText.of(new Speechless())).isEqualTo(Speechless.class.getName());
    assertThat(ErrorText.of(new IllegalStateException("outer", new Speechless())))
        .contains("outer", "caused by " + Speechless.class.getName());
  }

  @Test
  void longMessagesLeaveRoomForTheStack() {
    assertThat(ErrorText.of(new IllegalStateException(LONG)))
        .hasSizeLessThanOrEqualTo(Limits.MAX_REASON_LENGTH)
        .contains("xxx…", "\n  at " + ErrorTextTest.class.getName());
    assertThat(ErrorText.of(JobFailed.permanently(LONG))).hasSize(Limits.MAX_REASON_LENGTH);
  }

  @Test
  void theFirstFrameOfTheApplicationIsKept() {
    IllegalStateException deep = new IllegalStateException("deep");
    StackTraceElement[] stack = new StackTraceElement[40];
    for (int i = 0; i < stack.length; i++) {
      stack[i] = new StackTraceElement("java.util.List", "of", "List.java", i);
    }
    stack[30] = new StackTraceElement("shop.Orders", "close", "Orders.java", 7);
    stack[31] = new StackTraceElement("shop.Orders", "run", "Orders.java", 8);
    deep.setStackTrace(stack);

    assertThat(ErrorText.of(deep).lines())
        .hasSize(10)
        .last()
        .isEqualTo("  at shop.Orders.close(Orders.java:7)");
  }

  @Test
  void whatTheLogGetsIsBoundedAndCannotFail() {
    IllegalStateException harmless = new IllegalStateException("short", new Exception("cause"));
    assertThat(ErrorText.toLog(harmless)).isSameAs(harmless);

    assertThat(printed(ErrorText.toLog(new Speechless()))).contains(Speechless.class.getName());
    assertThat(printed(ErrorText.toLog(new IllegalStateException("outer", new Speechless()))))
        .contains("outer", "Caused by: " + Speechless.class.getName());
    Exception suppressing = new Exception("suppressing");
    suppressing.addSuppressed(new Speechless());
    assertThat(printed(ErrorText.toLog(suppressing))).contains("suppressing");
    assertThat(printed(ErrorText.toLog(new IllegalStateException(LONG)))).hasSizeLessThan(20_000);
    assertThat(printed(ErrorText.toLog(new Exception("outer", new IllegalStateException(LONG)))))
        .hasSizeLessThan(40_000)
        .contains("Caused by: java.lang.IllegalStateException: xxx");
  }

  private static String printed(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
