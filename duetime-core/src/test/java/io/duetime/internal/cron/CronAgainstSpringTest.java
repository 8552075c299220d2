package io.duetime.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.internal.cron.CronExpression.CronSyntaxException;
import io.duetime.testing.Seed;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares with Spring's {@code CronExpression} where both mean the same: ranges that do not wrap,
 * UTC. Where both fields for days are restricted Spring wants both to match and we either, so there
 * the earlier of two Spring expressions is what we have to answer. Left out are {@code 1W} and
 * {@code 28W}: Spring misses Monday the 3rd from a moment on Sunday the 2nd, and Friday the 26th of
 * a February that ends on a Sunday. {@link SpecialDaysTest} has them.
 */
class CronAgainstSpringTest {
  private static final int TICKS = 4;

  private final Seed seed = Seed.next();
  private final RandomGenerator random = seed.random();
  private final RandomCron cron = new RandomCron(random, false);
  private int compared;

  @Test
  void agreesWhenOnlyTheDayOfMonthIsRestricted() {
    repeat(() -> {
      String days = cron.times() + " " + cron.monthDays(true) + " " + cron.anyOf(CronField.MONTH);
      compare(days + " *", days + " ?");
    });
  }

  @Test
  void agreesWhenOnlyTheDayOfWeekIsRestricted() {
    repeat(() -> {
      String times = cron.times();
      String rest = cron.anyOf(CronField.MONTH) + " " + cron.weekdays();
      compare(times + " ? " + rest, times + " * " + rest);
    });
  }

  @Test
  void matchesEitherWhenBothAreRestricted() {
    repeat(() -> {
      String times = cron.times();
      String month = cron.anyOf(CronField.MONTH);
      String monthDays = cron.monthDays(true);
      String weekdays = cron.weekdays();
      compare(
          String.join(" ", times, monthDays, month, weekdays),
          String.join(" ", times, monthDays, month, "*"),
          String.join(" ", times, "*", month, weekdays));
    });
  }

  @Test
  void matchesBothWhenOneBeginsWithAStar() {
    repeat(() -> {
      String times = cron.times();
      String rest = "*/" + random.nextInt(1, 9) + " * " + cron.weekdays();
      compare(times + " " + rest, times + " " + rest);
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"Europe/Berlin", "America/New_York"})
  void agreesAcrossClockChangesWhenEveryHourIsNamed(ZoneId zone) {
    for (int i = 0; i < Seed.rounds(50); i++) {
      String text = "0 " + cron.anyOf(CronField.MINUTE) + " * * * *";
      ZonedDateTime moment = beforeRandomChange(zone);
      for (ZonedDateTime end = moment.plusHours(6); moment.isBefore(end); ) {
        ZonedDateTime expected =
            org.springframework.scheduling.support.CronExpression.parse(text).next(moment);
        assertThat(CronExpression.parse(text).nextAfter(moment.toInstant(), zone))
            .as("%s after %s, %s", text, moment, seed)
            .contains(expected.toInstant());
        moment = expected;
      }
    }
  }

  private ZonedDateTime beforeRandomChange(ZoneId zone) {
    Instant moment = Instant.ofEpochSecond(random.nextLong(1_000_000_000L, 4_000_000_000L));
    return zone.getRules().nextTransition(moment).getInstant().minusSeconds(3 * 3600).atZone(zone);
  }

  private void repeat(Runnable comparison) {
    int rounds = Seed.rounds(1_000);
    for (int i = 0; i < rounds; i++) {
      comparison.run();
    }
    assertThat(compared).as(seed.toString()).isGreaterThan(rounds * TICKS / 2);
  }

  private void compare(String ours, String... theirs) {
    CronExpression expression;
    try {
      expression = CronExpression.parse(ours);
    } catch (CronSyntaxException neverMatches) {
      assertThat(spring(LocalDateTime.of(2000, 1, 1, 0, 0), theirs))
          .as("%s, %s", neverMatches.getMessage(), seed)
          .isEmpty();
      return;
    }
    LocalDateTime moment =
        LocalDateTime.ofEpochSecond(random.nextLong(4_000_000_000L), 0, ZoneOffset.UTC);
    for (int i = 0; i < TICKS; i++) {
      Optional<LocalDateTime> expected = spring(moment, theirs);
      if (expected.isEmpty()) {
        return;
      }
      Instant tick =
          expression.nextAfter(moment.toInstant(ZoneOffset.UTC), ZoneOffset.UTC).orElseThrow();
      assertThat(LocalDateTime.ofInstant(tick, ZoneOffset.UTC))
          .as("%s after %s, %s", ours, moment, seed)
          .isEqualTo(expected.get());
      moment = expected.get();
      compared++;
    }
  }

  /** Spring gives up on what is too rare for it; then there is nothing to compare. */
  private static Optional<LocalDateTime> spring(LocalDateTime moment, String... expressions) {
    return Stream.of(expressions)
        .map(org.springframework.scheduling.support.CronExpression::parse)
        .flatMap(expression -> Stream.ofNullable(next(expression, moment)))
        .min(LocalDateTime::compareTo);
  }

  private static @Nullable LocalDateTime next(
      org.springframework.scheduling.support.CronExpression expression, LocalDateTime moment) {
    return expression.next(moment);
  }
}
