package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Numbers for protocols whose jobs use theirs as id. */
public abstract class NumbersContract extends Contract {
  private long reserve(String queue, int size) {
    return Answers.of(engine().reserveNumbers(queue, size));
  }

  @Test
  void noNumberIsGivenTwiceOverAllQueues() {
    Set<Long> seen = new HashSet<>();
    for (int round = 0; round < 20; round++) {
      String name = "q" + round % 3;
      long first = reserve(name, round + 1);
      assertThat(first).isPositive();
      for (long number = first; number <= first + round; number++) {
        assertThat(seen.add(number)).isTrue();
      }
    }
  }

  @Test
  void aNumberTellsItsQueue() {
    long first = reserve("a", 10);
    long second = reserve("b", 5);

    assertThat(Answers.of(engine().queueOfNumber(first))).hasValue("a");
    assertThat(Answers.of(engine().queueOfNumber(first + 9))).hasValue("a");
    assertThat(Answers.of(engine().queueOfNumber(second + 4))).hasValue("b");
    assertThat(Answers.of(engine().queueOfNumber(second + 5))).isEmpty();
    assertThat(Answers.of(engine().queueOfNumber(0))).isEmpty();
  }
}
