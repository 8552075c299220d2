package io.duetime.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.ClaimResult;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.metrics.StoreReading.QueueChoice;
import io.duetime.server.metrics.StoreReading.QueueReading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueChoiceTest {
  private static QueueReading used(String queue, long scheduled) {
    return new QueueReading(
        queue, Map.of(), 0, Map.of("scheduled", scheduled), ClaimResult.NEVER, false);
  }

  @Test
  void thePatternComesFirstThenTheBusiestAndTheRestIsSummed() {
    QueueChoice choice = new QueueChoice(new QueuePattern("mail/*"), 2);

    List<QueueReading> shown =
        choice.among(
            List.of(used("a", 5), used("b", 9), used("mail/x", 1), used("other", 2), used("c", 4)));

    assertThat(shown).extracting(QueueReading::queue).containsExactly("mail/x", "b", "other");
    assertThat(shown.get(2).events()).containsEntry("scheduled", 11L);
  }

  @Test
  void withoutMoreQueuesThanPlacesNothingIsSummed() {
    QueueChoice choice = new QueueChoice(new QueuePattern("*"), 2);

    assertThat(choice.among(List.of(used("a", 5), used("b", 9))))
        .extracting(QueueReading::queue)
        .containsExactly("b", "a");
  }
}
