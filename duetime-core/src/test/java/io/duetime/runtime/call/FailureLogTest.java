package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Failures of one kind are logged once a minute, with how many there were. */
class FailureLogTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final List<String> lines = new ArrayList<>();
  private final FailureLog log = new FailureLog(time, lines::add);

  @Test
  void aThousandFailuresOfTwoKindsAreFourLinesAMinute() {
    for (int i = 1; i <= 500; i++) {
      log.failed("mail", "job " + i, "no exchange", "it is retried");
      log.failed("mail", "job " + i, "label " + i + " rejected", "it is dead now");
    }
    assertThat(lines)
        .containsExactly(
            "job 1 failed: no exchange; it is retried",
            "job 1 failed: label 1 rejected; it is dead now");

    time.advance(Duration.ofMinutes(1));
    assertThat(lines)
        .hasSize(4)
        .contains(
            "499 more attempts failed in the same way within a minute, the last one of"
                + " job 500: no exchange");

    log.failed("mail", "job 501", "no exchange", "it is retried");
    assertThat(lines).hasSize(5).endsWith("job 501 failed: no exchange; it is retried");
    time.advance(Duration.ofHours(1));
    assertThat(lines).hasSize(5);
  }

  @Test
  void eachQueueHasItsOwn() {
    log.failed("mail", "job 1", "no", "it is retried");
    log.failed("orders", "job 2", "no", "it is retried");
    log.failed("orders", "job 3", "no", "it is retried");
    assertThat(lines).hasSize(2);

    log.flush();

    assertThat(lines).hasSize(3);
    assertThat(lines.get(2)).startsWith("1 more").endsWith("job 3: no");
    time.advance(Duration.ofMinutes(1));
    assertThat(lines).hasSize(3);
  }

  /** Numbers do not tell kinds apart. */
  private static String letters(int number) {
    return number < 26
        ? String.valueOf((char) ('a' + number))
        : letters(number / 26) + (char) ('a' + number % 26);
  }

  @Test
  void kindsBeyondAThousandAreOne() {
    for (int i = 0; i < 2_000; i++) {
      log.failed("mail", "job", letters(i), "it is retried");
    }
    time.advance(Duration.ofMinutes(1));

    assertThat(lines).hasSize(1_002);
    assertThat(lines.get(1_001)).startsWith("999 more attempts failed in other ways");
  }
}
