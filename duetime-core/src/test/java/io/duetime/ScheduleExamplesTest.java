package io.duetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.duetime.testing.DocumentTable;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScheduleExamplesTest {

  @ParameterizedTest(name = "{0} in {1} after {2}")
  @MethodSource("documented")
  void ticksAsTheDocumentSays(
      String expression, ZoneId zone, OffsetDateTime after, List<OffsetDateTime> ticks) {
    Schedule schedule = Schedule.cron(expression, zone);

    List<OffsetDateTime> next =
        schedule.next(after.toInstant(), ticks.size()).stream()
            .map(tick -> at(tick, zone))
            .toList();

    assertThat(next).isEqualTo(ticks);
  }

  @ParameterizedTest(name = "{0} in {1} after {2}")
  @MethodSource("documented")
  void findsEachTickAgainFromTheNextOne(
      String expression, ZoneId zone, OffsetDateTime after, List<OffsetDateTime> ticks) {
    Schedule schedule = Schedule.cron(expression, zone);

    for (OffsetDateTime tick : ticks) {
      Instant found = tick.toInstant();
      Instant next = schedule.nextAfter(found).orElseThrow();
      assertThat(schedule.latestAtOrBefore(found)).contains(found);
      assertThat(schedule.latestAtOrBefore(next.minusMillis(1))).contains(found);
    }
  }

  static Stream<Arguments> documented() {
    return DocumentTable.rows("schedules.md", "Expression").stream()
        .map(row ->
            arguments(
                row.get(0),
                ZoneId.of(row.get(1)),
                OffsetDateTime.parse(row.get(2)),
                Arrays.stream(row.get(3).split(", ", -1)).map(OffsetDateTime::parse).toList()));
  }

  private static OffsetDateTime at(Instant tick, ZoneId zone) {
    return tick.atZone(zone).toOffsetDateTime();
  }
}
