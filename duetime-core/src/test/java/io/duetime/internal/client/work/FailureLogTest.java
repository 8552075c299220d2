package io.duetime.internal.client.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.internal.time.VirtualTime;
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
      log.failed("job " + i, "no exchange", "it is retried");
      log.failed("job " + i, "label " + i + " rejected", "it is dead now");
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

    log.failed("job 501", "no exchange", "it is retried");
    assertThat(lines).hasSize(5).endsWith("job 501 failed: no exchange; it is retried");
    time.advance(Duration.ofHours(1));
    assertThat(lines).hasSize(5);
  }

  @Test
  void kindsBeyondAHundredAreOne() {
    for (int i = 0; i < 1_000; i++) {
      log.failed("job", "x".repeat(i + 1), "it is retried");
    }
    time.advance(Duration.ofMinutes(1));

    assertThat(lines).hasSize(102);
    assertThat(lines.get(101)).startsWith("899 more attempts failed");
  }
}
