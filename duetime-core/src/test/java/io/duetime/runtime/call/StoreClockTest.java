package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StoreClockTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private final VirtualTime time = new VirtualTime(START);
  private final StoreClock clock = new StoreClock(time, false);

  private void answer(Instant storeNow, Duration question, Duration answer) {
    final long sent = time.nanoTime();
    time.advance(question.plus(answer));
    clock.learn(storeNow.plus(question).toEpochMilli(), sent);
  }

  @Test
  void aStoreInThisProcessHasTheSameClock() {
    StoreClock same = new StoreClock(time, true);
    time.advance(Duration.ofMillis(1500));

    assertThat(same.now()).isEqualTo(START.plusMillis(1500));
    assertThat(same.until(START.plusSeconds(2).toEpochMilli())).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void theSkewOfAStoreElsewhereIsLearnedFromItsAnswers() {
    Duration ahead = Duration.ofSeconds(90);
    for (int i = 0; i < 20; i++) {
      answer(time.instant().plus(ahead), Duration.ofMillis(i), Duration.ofMillis(20 - i));
    }

    Duration error = Duration.between(time.instant().plus(ahead), clock.now());
    assertThat(error.abs()).isLessThan(Duration.ofMillis(2));
  }

  @Test
  void aStoreWhoseClockSteppedIsBelievedAtOnce() {
    answer(START.plusSeconds(90), Duration.ofMillis(1), Duration.ofMillis(1));
    answer(START.minusSeconds(30), Duration.ofMillis(1), Duration.ofMillis(1));

    Duration error = Duration.between(START.minusSeconds(30).plusMillis(2), clock.now());
    assertThat(error.abs()).isLessThan(Duration.ofMillis(3));
  }

  @Test
  void beforeAnyAnswerTheOwnClockHasToDo() {
    assertThat(clock.now()).isEqualTo(START);
  }
}
