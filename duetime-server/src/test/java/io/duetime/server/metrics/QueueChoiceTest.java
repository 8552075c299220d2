package io.duetime.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.engine.ClaimResult;
import io.duetime.internal.client.QueuePattern;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueChoiceTest {
  private static QueueReading used(String queue, long scheduled) {
    return new QueueReading(
        queue,
        QueueReading.NONE.now(),
        new Counts.Events(scheduled, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        ClaimResult.NEVER,
        false);
  }

  @Test
  void thePatternComesFirstThenTheBusiestAndTheRestIsSummed() {
    QueueChoice choice = new QueueChoice(new QueuePattern("mail/*"), 2);

    List<QueueReading> shown =
        choice.among(
            List.of(used("a", 5), used("b", 9), used("mail/x", 1), used("other", 2), used("c", 4)));

    assertThat(shown).extracting(QueueReading::queue).containsExactly("mail/x", "b", "other");
    assertThat(shown.get(2).since().scheduled()).isEqualTo(11);
  }

  @Test
  void withoutMoreQueuesThanPlacesNothingIsSummed() {
    QueueChoice choice = new QueueChoice(new QueuePattern("*"), 2);

    assertThat(choice.among(List.of(used("a", 5), used("b", 9))))
        .extracting(QueueReading::queue)
        .containsExactly("b", "a");
  }
}
