package io.duetime.internal.cron;

import static java.time.temporal.TemporalAdjusters.dayOfWeekInMonth;
import static java.time.temporal.TemporalAdjusters.lastInMonth;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.internal.cron.DayRule.MonthDays;
import io.duetime.internal.cron.DayRule.MonthShape;
import io.duetime.internal.cron.DayRule.Weekdays;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares each special element, in each kind of month there is, with its definition. */
class SpecialDaysTest {

  @ParameterizedTest
  @MethodSource("months")
  void lastDayAndDaysBeforeIt(YearMonth month) {
    assertThat(monthDays("L", month)).containsExactly(month.lengthOfMonth());
    for (int n = 1; n <= 30; n++) {
      int day = month.lengthOfMonth() - n;
      assertThat(monthDays("L-" + n, month)).isEqualTo(day >= 1 ? List.of(day) : List.of());
    }
  }

  @ParameterizedTest
  @MethodSource("months")
  void weekdayNearestToADay(YearMonth month) {
    for (int day = 1; day <= 31; day++) {
      List<Integer> expected =
          day <= month.lengthOfMonth() ? List.of(nearest(month.atDay(day))) : List.of();
      assertThat(monthDays(day + "W", month)).as("%sW of %s", day, month).isEqualTo(expected);
    }
    assertThat(monthDays("LW", month)).containsExactly(nearest(month.atEndOfMonth()));
  }

  @ParameterizedTest
  @MethodSource("months")
  void lastAndNthOfAWeekday(YearMonth month) {
    for (DayOfWeek day : DayOfWeek.values()) {
      LocalDate first = month.atDay(1);
      assertThat(weekdays(day.getValue() + "L", month))
          .containsExactly(first.with(lastInMonth(day)).getDayOfMonth());
      for (int n = 1; n <= 5; n++) {
        LocalDate nth = first.with(dayOfWeekInMonth(n, day));
        assertThat(weekdays(day.getValue() + "#" + n, month))
            .isEqualTo(
                YearMonth.from(nth).equals(month) ? List.of(nth.getDayOfMonth()) : List.of());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("months")
  void everyOneOfAWeekday(YearMonth month) {
    for (DayOfWeek day : DayOfWeek.values()) {
      assertThat(weekdays(String.valueOf(day.getValue()), month))
          .isEqualTo(
              days(month)
                  .filter(date -> date.getDayOfWeek() == day)
                  .map(LocalDate::getDayOfMonth)
                  .toList());
    }
  }

  /** Months of 28 years: every length with every first weekday. */
  static Stream<YearMonth> months() {
    return Stream.iterate(YearMonth.of(2001, 1), month -> month.plusMonths(1))
        .limit(28 * 12)
        .filter(month -> month.getMonthValue() <= 4);
  }

  /** The closest day that is no Saturday and no Sunday; two are never equally close. */
  private static int nearest(LocalDate day) {
    return days(YearMonth.from(day))
        .filter(date -> date.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0)
        .min(Comparator.comparingLong(date -> Math.abs(date.toEpochDay() - day.toEpochDay())))
        .orElseThrow()
        .getDayOfMonth();
  }

  private static Stream<LocalDate> days(YearMonth month) {
    return month.atDay(1).datesUntil(month.plusMonths(1).atDay(1));
  }

  private static List<Integer> monthDays(String field, YearMonth month) {
    return list(MonthDays.parse(field).in(shape(month)));
  }

  private static List<Integer> weekdays(String field, YearMonth month) {
    return list(Weekdays.parse(field).in(shape(month)));
  }

  private static MonthShape shape(YearMonth month) {
    return MonthShape.of(month.getYear(), month.getMonthValue());
  }

  private static List<Integer> list(long bits) {
    return IntStream.range(0, 64).filter(bit -> ((bits >>> bit) & 1) != 0).boxed().toList();
  }
}
