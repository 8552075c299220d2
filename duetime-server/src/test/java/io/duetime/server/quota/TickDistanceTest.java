package io.duetime.server.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Schedule;
import io.duetime.server.quota.Quota.TickDistance;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TickDistanceTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          * * * * * *      | PT1S
          0,59 * * * * *   | PT1S
          * * * * *        | PT1M
          */7 * * * *      | PT4M
          0 9-17 * * MON   | PT1H
          0,1 0 1 1 *      | PT1M
          @daily           | PT24H
          0 0 */10 * *     | PT24H
          0 0 29 2 *       | PT35064H
          """)
  void theShortestDistanceOfACronExpressionCounts(String cron, Duration shortest) {
    Schedule schedule = Schedule.cron(cron, BERLIN);

    assertThat(TickDistance.isAtLeast(shortest, schedule)).isTrue();
    assertThat(TickDistance.isAtLeast(shortest.plusMillis(1), schedule)).isFalse();
  }

  @Test
  void anIntervalIsItsDistance() {
    Schedule schedule = Schedule.every(Duration.ofMinutes(5));

    assertThat(TickDistance.isAtLeast(Duration.ofMinutes(5), schedule)).isTrue();
    assertThat(TickDistance.isAtLeast(Duration.ofMinutes(6), schedule)).isFalse();
  }
}
