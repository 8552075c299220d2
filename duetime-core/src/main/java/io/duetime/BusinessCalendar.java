package io.duetime;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Computes due times on the business days of a time zone: all days except weekends and holidays.
 * For example, 09:00 on the third business day from now:
 *
 * <pre>{@code
 * BusinessCalendar bank = BusinessCalendar.in(ZoneId.of("Europe/Berlin")).withHolidays(newYear);
 * JobRequest.builder(payload).dueAt(bank.plusDays(now, 3, LocalTime.of(9, 0)));
 * }</pre>
 *
 * <p>A local time that a clock change skips means the first moment after the gap. A local time that
 * occurs twice means its first occurrence. Immutable; has no clock.
 *
 * @param zone the time zone of the days
 * @param weekend the days of the week that are not business days, at most six
 * @param holidays further days that are not business days, from 1970 to 9999, at most 10,000; a
 *     business day must follow each within 366 days
 */
public record BusinessCalendar(ZoneId zone, Set<DayOfWeek> weekend, Set<LocalDate> holidays) {
  private static final LocalDate FIRST = LocalDate.of(1970, 1, 1);
  private static final LocalDate LAST = LocalDate.of(9999, 12, 31);
  private static final int MAX_HOLIDAYS = 10_000;
  private static final int MAX_DAYS = 36_525;

  private static final int MAX_IN_A_ROW = 366;

  /** Checks that a business day comes within a year of every day. */
  public BusinessCalendar {
    Limits.given("zone", zone);
    weekend = Set.copyOf(Limits.allGiven("weekend", weekend));
    holidays = Set.copyOf(Limits.allGiven("holidays", holidays));
    if (weekend.size() == DayOfWeek.values().length) {
      throw new InvalidRequestException("weekend", weekend, "at most six days of the week");
    }
    if (holidays.size() > MAX_HOLIDAYS) {
      throw new InvalidRequestException(
          "holidays", holidays.size() + " days", "at most " + MAX_HOLIDAYS);
    }
    checkGaps(weekend, holidays);
  }

  /** Returns the calendar with Saturday and Sunday as weekend, without holidays. */
  public static BusinessCalendar in(ZoneId zone) {
    return new BusinessCalendar(zone, EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY), Set.of());
  }

  /** Returns a copy with another weekend; no days for a calendar that only has holidays. */
  public BusinessCalendar withWeekend(DayOfWeek... days) {
    return new BusinessCalendar(
        zone, new HashSet<>(Arrays.asList(Limits.given("weekend", days))), holidays);
  }

  /** Returns a copy with more holidays. */
  public BusinessCalendar withHolidays(Collection<LocalDate> more) {
    Set<LocalDate> all = new HashSet<>(holidays);
    all.addAll(Limits.allGiven("holidays", more));
    return new BusinessCalendar(zone, weekend, all);
  }

  /** Returns a copy with more holidays. */
  public BusinessCalendar withHolidays(LocalDate... more) {
    return withHolidays(Arrays.asList(Limits.given("holidays", more)));
  }

  /** Whether a day is a business day. */
  public boolean isBusinessDay(LocalDate day) {
    return isBusinessDay(checked("day", day), weekend, holidays);
  }

  /** The day itself if it is a business day, otherwise the next one. */
  public LocalDate rollForward(LocalDate day) {
    return roll(checked("day", day), 1);
  }

  /** The day itself if it is a business day, otherwise the one before. */
  public LocalDate rollBack(LocalDate day) {
    return roll(checked("day", day), -1);
  }

  /**
   * The business day that comes so many business days after a day, or before it for a negative
   * number. 0 rolls forward. The day itself is not counted: one business day after a Saturday is
   * the Monday, and so is one after the Friday.
   *
   * @param days −36,525 to 36,525
   */
  public LocalDate plusDays(LocalDate day, int days) {
    if (days < -MAX_DAYS || days > MAX_DAYS) {
      throw new InvalidRequestException("days", days, -MAX_DAYS + " to " + MAX_DAYS);
    }
    if (days == 0) {
      return rollForward(day);
    }
    int step = Integer.signum(days);
    LocalDate found = checked("day", day);
    for (int i = 0; i != days; i += step) {
      found = roll(found.plusDays(step), step);
    }
    return found;
  }

  /** A moment on a day of the zone. */
  public Instant at(LocalDate day, LocalTime time) {
    return LocalMoment.of(checked("day", day).atTime(Limits.given("time", time)), zone);
  }

  /**
   * The moment itself if it is on a business day of the zone, otherwise the same local time on the
   * next one.
   */
  public Instant rollForward(Instant moment) {
    return rolled(moment, 1);
  }

  /**
   * The moment itself if it is on a business day of the zone, otherwise the same local time on the
   * one before.
   */
  public Instant rollBack(Instant moment) {
    return rolled(moment, -1);
  }

  /**
   * A time of day on the business day that comes so many business days after the day of a moment,
   * counted as by {@link #plusDays(LocalDate, int)}.
   *
   * @param days −36,525 to 36,525
   */
  public Instant plusDays(Instant moment, int days, LocalTime time) {
    Limits.given("time", time);
    return LocalMoment.of(plusDays(day(moment), days).atTime(time), zone);
  }

  /** Zone, weekend and the number of holidays. */
  @Override
  public String toString() {
    return new Description("BusinessCalendar")
        .with("zone", zone)
        .with("weekend", weekend.stream().sorted().toList())
        .with("holidays", holidays.size(), 0)
        .toString();
  }

  private Instant rolled(Instant moment, int step) {
    LocalDate day = day(moment);
    LocalDate rolled = roll(day, step);
    LocalTime time = moment.atZone(zone).toLocalTime();
    return rolled.equals(day) ? moment : LocalMoment.of(rolled.atTime(time), zone);
  }

  private LocalDate day(Instant moment) {
    return Limits.moment("moment", moment).atZone(zone).toLocalDate();
  }

  private LocalDate roll(LocalDate from, int step) {
    LocalDate day = from;
    while (!isBusinessDay(day, weekend, holidays)) {
      day = day.plusDays(step);
    }
    return day;
  }

  private static boolean isBusinessDay(
      LocalDate day, Set<DayOfWeek> weekend, Set<LocalDate> holidays) {
    return !weekend.contains(day.getDayOfWeek()) && !holidays.contains(day);
  }

  private static void checkGaps(Set<DayOfWeek> weekend, Set<LocalDate> holidays) {
    LocalDate last = FIRST.minusDays(1);
    for (LocalDate holiday : new TreeSet<>(holidays)) {
      LocalDate day = checked("holiday", holiday);
      // Days up to the last one were checked for an earlier holiday.
      if (day.isAfter(last)) {
        last = endOfGap(day, weekend, holidays);
      }
    }
  }

  private static LocalDate endOfGap(
      LocalDate holiday, Set<DayOfWeek> weekend, Set<LocalDate> holidays) {
    LocalDate day = holiday;
    while (!isBusinessDay(day, weekend, holidays)) {
      day = day.plusDays(1);
      if (ChronoUnit.DAYS.between(holiday, day) > MAX_IN_A_ROW) {
        throw new InvalidRequestException(
            "holidays",
            "no business day in the year after " + holiday,
            "a business day within " + MAX_IN_A_ROW + " days of each holiday");
      }
    }
    return day;
  }

  private static LocalDate checked(String field, LocalDate day) {
    if (Limits.given(field, day).isBefore(FIRST) || day.isAfter(LAST)) {
      throw new InvalidRequestException(field, day, "from 1970-01-01 to 9999-12-31");
    }
    return day;
  }
}
