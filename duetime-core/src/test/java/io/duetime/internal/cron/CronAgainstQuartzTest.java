package io.duetime.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.internal.cron.CronExpression.CronSyntaxException;
import io.duetime.testing.Seed;
import java.text.ParseException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.TimeZone;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Compares with Quartz where both mean the same: one field for days is {@code ?}, days of week
 * counted from 1, UTC. Ranges may wrap. Left out are {@code 15W} and {@code LW}: from a moment
 * earlier in the month, Quartz misses that day's times before the moment's time of day.
 */
class CronAgainstQuartzTest {
  private static final int TICKS = 4;

  private final Seed seed = Seed.next();
  private final RandomGenerator random = seed.random();
  private final RandomCron cron = new RandomCron(random, true);
  private int compared;

  @Test
  void agreesOnDaysOfTheMonth() throws ParseException {
    for (int i = 0; i < Seed.rounds(1_000); i++) {
      String expression =
          String.join(" ", cron.times(), cron.monthDays(false), cron.anyOf(CronField.MONTH), "?");
      compare(expression, expression);
    }
    assertThat(compared).as(seed.toString()).isGreaterThan(Seed.rounds(1_000) * TICKS / 2);
  }

  @Test
  void agreesOnDaysOfTheWeek() throws ParseException {
    for (int i = 0; i < Seed.rounds(1_000); i++) {
      String rest = String.join(" ", cron.times(), "?", cron.anyOf(CronField.MONTH));
      String weekdays = cron.weekdays();
      compare(rest + " " + weekdays, rest + " " + RandomCron.fromOne(weekdays));
    }
    assertThat(compared).as(seed.toString()).isGreaterThan(Seed.rounds(1_000) * TICKS / 2);
  }

  private void compare(String ours, String theirs) throws ParseException {
    org.quartz.CronExpression quartz = new org.quartz.CronExpression(theirs);
    quartz.setTimeZone(TimeZone.getTimeZone("UTC"));
    Instant moment = Instant.ofEpochSecond(random.nextLong(4_000_000_000L));
    CronExpression expression;
    try {
      expression = CronExpression.parse(ours);
    } catch (CronSyntaxException neverMatches) {
      assertThat(quartz.getNextValidTimeAfter(Date.from(moment)))
          .as("%s, %s", neverMatches.getMessage(), seed)
          .isNull();
      return;
    }
    for (int i = 0; i < TICKS; i++) {
      Date expected = quartz.getNextValidTimeAfter(Date.from(moment));
      if (expected == null) {
        return;
      }
      assertThat(expression.nextAfter(moment, ZoneOffset.UTC))
          .as("%s (in Quartz %s) after %s, %s", ours, theirs, moment, seed)
          .contains(expected.toInstant());
      moment = expected.toInstant();
      compared++;
    }
  }
}
