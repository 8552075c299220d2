package io.duetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.testing.DocumentTable;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Easter 2026 in Berlin: Friday 3 April and Monday 6 April are holidays. */
class BusinessCalendarTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final LocalTime NINE = LocalTime.of(9, 0);
  private static final LocalDate GOOD_FRIDAY = LocalDate.of(2026, 4, 3);
  private static final LocalDate EASTER_MONDAY = LocalDate.of(2026, 4, 6);

  private final BusinessCalendar calendar =
      BusinessCalendar.in(BERLIN).withHolidays(GOOD_FRIDAY, EASTER_MONDAY);

  @ParameterizedTest
  @CsvSource({
    "2026-04-02, 2026-04-02, 2026-04-02",
    "2026-04-03, 2026-04-07, 2026-04-02",
    "2026-04-05, 2026-04-07, 2026-04-02",
    "2026-04-06, 2026-04-07, 2026-04-02",
    "2026-04-11, 2026-04-13, 2026-04-10"
  })
  void aDayRollsForwardOrBackToABusinessDay(LocalDate day, LocalDate forward, LocalDate back) {
    assertThat(calendar.rollForward(day)).isEqualTo(forward);
    assertThat(calendar.rollBack(day)).isEqualTo(back);
    assertThat(calendar.isBusinessDay(day)).isEqualTo(day.equals(forward));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-04-02, 1, 2026-04-07",
    "2026-04-02, 2, 2026-04-08",
    "2026-04-04, 1, 2026-04-07",
    "2026-04-04, 0, 2026-04-07",
    "2026-04-02, 0, 2026-04-02",
    "2026-04-07, -1, 2026-04-02",
    "2026-04-05, -2, 2026-04-01",
    "2030-01-07, 36525, 2170-01-08"
  })
  void businessDaysAreCountedFromADayInEitherDirection(LocalDate day, int days, LocalDate found) {
    assertThat(calendar.plusDays(day, days)).isEqualTo(found);
  }

  @Test
  void theDocumentedDaysAreTheOnesThatAreFound() {
    List<List<String>> rows = DocumentTable.rows("schedules.md", "Day");

    assertThat(rows)
        .hasSize(4)
        .allSatisfy(row -> {
          LocalDate day = LocalDate.parse(row.get(0));
          assertThat(
                  List.of(
                      calendar.rollForward(day),
                      calendar.rollBack(day),
                      calendar.plusDays(day, 1),
                      calendar.plusDays(day, -1)))
              .extracting(LocalDate::toString)
              .isEqualTo(row.subList(1, 5));
        });
  }

  @Test
  void theWeekendIsTheCallersChoice() {
    BusinessCalendar elsewhere = calendar.withWeekend(DayOfWeek.FRIDAY, DayOfWeek.SATURDAY);

    assertThat(elsewhere.rollForward(LocalDate.of(2026, 5, 8)))
        .isEqualTo(LocalDate.of(2026, 5, 10));
    assertThat(elsewhere.isBusinessDay(GOOD_FRIDAY)).isFalse();
    assertThat(calendar.withWeekend().rollForward(LocalDate.of(2026, 4, 4)))
        .isEqualTo(LocalDate.of(2026, 4, 4));
  }

  @Test
  void aMomentRollsToTheSameLocalTime() {
    Instant saturday = Instant.parse("2026-03-28T10:30:00Z");

    assertThat(calendar.rollForward(saturday)).isEqualTo(Instant.parse("2026-03-30T09:30:00Z"));
    assertThat(calendar.rollBack(saturday)).isEqualTo(Instant.parse("2026-03-27T10:30:00Z"));
    assertThat(calendar.rollForward(Instant.parse("2026-03-27T22:59:59.123Z")))
        .isEqualTo(Instant.parse("2026-03-27T22:59:59.123Z"));
    assertThat(calendar.rollForward(Instant.parse("2026-03-27T23:00:00Z")))
        .isEqualTo(Instant.parse("2026-03-29T22:00:00Z"));
  }

  @Test
  void aTimeOfDayIsOnTheDayThatWasCounted() {
    Instant thursday = Instant.parse("2026-04-02T15:00:00Z");

    assertThat(calendar.plusDays(thursday, 1, NINE))
        .isEqualTo(Instant.parse("2026-04-07T07:00:00Z"));
    assertThat(calendar.plusDays(thursday, -1, NINE))
        .isEqualTo(Instant.parse("2026-04-01T07:00:00Z"));
  }

  @Test
  void aClockChangeIsTreatedAsByADueTimeInAZone() {
    BusinessCalendar everyDay = BusinessCalendar.in(BERLIN).withWeekend();
    LocalTime halfPastTwo = LocalTime.of(2, 30);

    assertThat(everyDay.at(LocalDate.of(2026, 3, 29), halfPastTwo))
        .isEqualTo(Instant.parse("2026-03-29T01:00:00Z"));
    assertThat(everyDay.at(LocalDate.of(2026, 10, 25), halfPastTwo))
        .isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
    assertThat(everyDay.plusDays(Instant.parse("2026-03-28T01:30:00Z"), 1, halfPastTwo))
        .isEqualTo(Instant.parse("2026-03-29T01:00:00Z"));
    assertThat(
            everyDay
                .withHolidays(LocalDate.of(2026, 3, 28))
                .rollForward(Instant.parse("2026-03-28T01:30:00Z")))
        .isEqualTo(Instant.parse("2026-03-29T01:00:00Z"));
  }

  @Test
  void aCalendarWithoutBusinessDaysIsRefused() {
    assertThatThrownBy(() -> calendar.withWeekend(DayOfWeek.values()))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageEndingWith("allowed: at most six days of the week");
    assertThatThrownBy(() -> calendar.withHolidays(days(LocalDate.of(2026, 1, 1), 367)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            "holidays is 'no business day in the year after 2026-01-01';"
                + " allowed: a business day within 366 days of each holiday");
    assertThat(calendar.withHolidays(days(LocalDate.of(2026, 1, 1), 360)).holidays()).hasSize(360);
  }

  @Test
  void aSearchEndsAlsoWhereOneDayOfAWeekIsABusinessDay() {
    EnumSet<DayOfWeek> allButMonday = EnumSet.complementOf(EnumSet.of(DayOfWeek.MONDAY));
    BusinessCalendar mondays = new BusinessCalendar(BERLIN, allButMonday, Set.of());

    assertThat(mondays.plusDays(LocalDate.of(2026, 4, 6), 52)).isEqualTo(LocalDate.of(2027, 4, 5));
    assertThat(mondays.rollBack(LocalDate.of(1970, 1, 1))).isEqualTo(LocalDate.of(1969, 12, 29));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1969-12-31", "+10000-01-01", "-999999999-01-01", "+999999999-12-31"})
  void aDayOutOfRangeIsRefused(String text) {
    LocalDate day = LocalDate.parse(text);

    assertThatThrownBy(() -> calendar.rollForward(day))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageEndingWith("allowed: from 1970-01-01 to 9999-12-31");
    assertThatThrownBy(() -> calendar.withHolidays(day))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("holiday is '" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(ints = {36_526, -36_526, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void tooManyDaysAreRefused(int days) {
    assertThatThrownBy(() -> calendar.plusDays(Instant.EPOCH, days, NINE))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("days is '" + days + "'; allowed: -36525 to 36525");
  }

  @Test
  void tooManyHolidaysAreRefused() {
    Set<LocalDate> mondays = new HashSet<>();
    for (int i = 0; i < 10_001; i++) {
      mondays.add(EASTER_MONDAY.plusWeeks(i));
    }

    assertThatThrownBy(() -> calendar.withHolidays(mondays))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("holidays is '10002 days'");
  }

  @Test
  @SuppressWarnings("NullAway") // what this is about
  void aMissingValueIsRefused() {
    List<ThrowingCallable> calls =
        List.of(
            () -> BusinessCalendar.in(null),
            () -> calendar.withWeekend((DayOfWeek) null),
            () -> calendar.withWeekend((DayOfWeek[]) null),
            () -> calendar.withHolidays((LocalDate) null),
            () -> calendar.withHolidays((LocalDate[]) null),
            () -> calendar.withHolidays((List<LocalDate>) null),
            () -> calendar.isBusinessDay(null),
            () -> calendar.rollForward((LocalDate) null),
            () -> calendar.rollBack((Instant) null),
            () -> calendar.plusDays(null, 1),
            () -> calendar.plusDays(Instant.EPOCH, 1, null),
            () -> calendar.at(EASTER_MONDAY, null));

    assertThat(calls)
        .allSatisfy(call ->
            assertThatThrownBy(call)
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(" is missing"));
  }

  @Test
  void calendarsAreValues() {
    assertThat(BusinessCalendar.in(BERLIN).withHolidays(List.of(EASTER_MONDAY, GOOD_FRIDAY)))
        .isEqualTo(calendar)
        .hasToString(
            "BusinessCalendar[zone=Europe/Berlin, weekend=[SATURDAY, SUNDAY], holidays=2]");
  }

  @Test
  void aJobIsDueByACalendar() {
    Instant dueAt = calendar.plusDays(Instant.parse("2026-04-02T15:00:00Z"), 1, NINE);

    assertThat(JobRequest.builder("x").dueAt(dueAt).build().dueAt())
        .contains(Instant.parse("2026-04-07T07:00:00Z"));
  }

  private static List<LocalDate> days(LocalDate first, int count) {
    return first.datesUntil(first.plusDays(count)).toList();
  }
}
