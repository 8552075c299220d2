package io.duetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  @Test
  void anIntervalTicksAtItsMultiplesSinceTheEpoch() {
    Schedule schedule = Schedule.every(Duration.ofMinutes(5));

    assertThat(schedule.next(NOON.plusSeconds(1), 2))
        .containsExactly(NOON.plusSeconds(300), NOON.plusSeconds(600));
    assertThat(schedule.nextAfter(NOON)).contains(NOON.plusSeconds(300));
    assertThat(schedule.nextAfter(NOON.minusNanos(1))).contains(NOON);
  }

  @Test
  void anAnchoredIntervalTicksFirstAtItsAnchor() {
    Schedule schedule = Schedule.every(Duration.ofSeconds(7), NOON);

    assertThat(schedule.next(Instant.MIN, 2)).containsExactly(NOON, NOON.plusSeconds(7));
    assertThat(schedule.latestAtOrBefore(NOON.minusNanos(1))).isEmpty();
    assertThat(schedule.latestAtOrBefore(NOON)).contains(NOON);
    assertThat(schedule.latestAtOrBefore(NOON.plusSeconds(7).minusNanos(1))).contains(NOON);
  }

  @Test
  void anAnchorFinerThanAMillisecondIsRoundedUp() {
    assertThat(Schedule.every(Duration.ofSeconds(7), NOON.plusNanos(1)))
        .isEqualTo(Schedule.every(Duration.ofSeconds(7), NOON.plusMillis(1)));
  }

  @Test
  void theShortestIntervalIsOneMillisecond() {
    Schedule schedule = Schedule.every(Duration.ofMillis(1));

    assertThat(schedule.nextAfter(NOON.plusNanos(1_500_000))).contains(NOON.plusMillis(2));
    assertThat(schedule.latestAtOrBefore(NOON.plusNanos(1_500_000))).contains(NOON.plusMillis(1));
  }

  @Test
  void anIntervalEndsWithTheYear9999() {
    Schedule schedule = Schedule.every(Duration.ofDays(36_525));
    Instant last = schedule.latestAtOrBefore(Instant.MAX).orElseThrow();

    assertThat(last).isBefore(Instant.parse("+10000-01-01T00:00:00Z"));
    assertThat(schedule.nextAfter(last)).isEmpty();
    assertThat(schedule.nextAfter(last.minusMillis(1))).contains(last);
    assertThat(schedule.nextAfter(Instant.MAX)).isEmpty();
    assertThat(schedule.next(last.minusMillis(1), 5)).containsExactly(last);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"PT0S", "PT-5S", "PT0.0005S", "PT1.0005S", "P36526D", "PT2562047788015215H"})
  void refusesAnIntervalOutOfRange(Duration interval) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> Schedule.every(interval))
        .withMessageContaining("interval")
        .withMessageContaining("whole milliseconds from 1 ms to 100 years");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1969-12-31T23:59:59.999Z", "+10000-01-01T00:00:00Z"})
  void refusesAnAnchorOutOfRange(Instant anchor) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> Schedule.every(Duration.ofDays(1), anchor))
        .withMessageContaining("anchor");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 10_001})
  void refusesACountOutOfRange(int count) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> Schedule.every(Duration.ofDays(1)).next(NOON, count))
        .withMessageContaining("0 to 10000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "cron 0 7 * * * Europe/Berlin; cron 0 7 * * * Europe/Berlin",
        "cron */10 0 7 ? jan mon#2 Z; cron */10 0 7 ? JAN MON#2 Z",
        "cron @daily UTC; cron @daily UTC",
        "'  cron  0  7 * * *   +02:00 '; cron 0 7 * * * +02:00",
        "'cron\t0 7 * * *\tUTC'; cron 0 7 * * * UTC",
        "every PT5M; every PT5M from 1970-01-01T00:00:00Z",
        "every P1D from 2026-11-20T12:00:00Z; every PT24H from 2026-11-20T12:00:00Z",
        "every PT0.001S from 2026-11-20T12:00:00.5Z; every PT0.001S from 2026-11-20T12:00:00.500Z",
      })
  void readsItsTextAndWritesItInOneWay(String given, String canonical) {
    Schedule schedule = Schedule.parse(given);

    assertThat(schedule).hasToString(canonical);
    assertThat(Schedule.parse(canonical)).isEqualTo(schedule).hasSameHashCodeAs(schedule);
  }

  @Test
  void aSchedulesZoneIsPartOfItsValue() {
    assertThat(Schedule.cron("@daily", ZoneOffset.UTC))
        .isNotEqualTo(Schedule.cron("@daily", ZoneId.of("Europe/Berlin")))
        .isEqualTo(Schedule.parse("cron @daily Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "''; schedule",
        "cron; schedule",
        "cron UTC; schedule",
        "every; schedule",
        "every PT5M since 1970-01-01T00:00:00Z; schedule",
        "each PT5M; schedule",
        "cron 0 7 * * * Berlin; zone",
        "cron 0 7 * * *; zone",
        "cron 0 25 * * * UTC; cron hour",
        "every 5m; interval",
        "every PT5M from now; anchor",
      })
  void refusesTextThatIsNoSchedule(String text, String field) {
    InvalidRequestException refusal =
        catchThrowableOfType(InvalidRequestException.class, () -> Schedule.parse(text));

    assertThat(refusal.field()).isEqualTo(field);
  }
}
