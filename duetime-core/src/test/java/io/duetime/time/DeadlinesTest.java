package io.duetime.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private final Deadlines deadlines = new Deadlines(time);
  private final List<String> ended = new ArrayList<>();

  private Deadlines.Open open(String name, int seconds) {
    return deadlines.open(Duration.ofSeconds(seconds), () -> ended.add(name));
  }

  @Test
  void whatStaysOpenEndsAtItsMomentInAnyOrderOfOpening() {
    open("late", 10);
    time.advance(Duration.ofSeconds(1));
    open("early", 3);

    time.advance(Duration.ofMillis(2_999));
    assertThat(ended).isEmpty();
    time.advance(Duration.ofMillis(1));
    assertThat(ended).containsExactly("early");
    time.advance(Duration.ofSeconds(6));
    assertThat(ended).containsExactly("early", "late");
  }

  @Test
  void whatIsClosedDoesNotEndAndLeavesNothingToWaitFor() {
    open("closed", 3).close();
    open("open", 5);

    time.advance(Duration.ofMinutes(1));

    assertThat(ended).containsExactly("open");
  }

  @Test
  void whatIsOpenedWhileAnotherEndsEndsToo() {
    deadlines.open(Duration.ofSeconds(1), () -> open("next", 1));

    time.advance(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));

    assertThat(ended).containsExactly("next");
  }
}
