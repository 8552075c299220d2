package io.duetime.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.duetime.internal.cron.CronExpression.CronSyntaxException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "60 * * * * *; cron second; '60'; 0 to 59",
        "60 * * * *; cron minute; '60'; 0 to 59",
        "-1 * * * *; cron minute; ''; 0 to 59",
        "* 24 * * *; cron hour; '24'; 0 to 23",
        "* * 0 * *; cron day of month; '0'; 1 to 31",
        "* * 32 * *; cron day of month; '32'; 1 to 31",
        "* * 32W * *; cron day of month; '32'; 1 to 31",
        "* * L-0 * *; cron day of month; 'L-0'; L-1 to L-30",
        "* * L-31 * *; cron day of month; 'L-31'; L-1 to L-30",
        "* * L3 * *; cron day of month; 'L3'; 1 to 31",
        "* * 1#2 * *; cron day of month; '1#2'; 1 to 31",
        "* * * 13 *; cron month; '13'; 1 to 12 or JAN to DEC",
        "* * * JANUARY *; cron month; 'JANUARY'; JAN to DEC",
        "* * * * 8; cron day of week; '8'; 0 to 7",
        "* * * * L; cron day of week; 'L'; a weekday before the L, such as 6L",
        "* * * * 1#0; cron day of week; '1#0'; 1 to 5",
        "* * * * 1#6; cron day of week; '1#6'; 1 to 5",
        "* * * * MO; cron day of week; 'MO'; SUN to SAT",
        "*/0 * * * *; cron minute; '*/0'; a step of 1 to 59",
        "*/90 * * * *; cron minute; '*/90'; a step of 1 to 59",
        "* */24 * * *; cron hour; '*/24'; a step of 1 to 23",
        "*/x * * * *; cron minute; '*/X'; a step of 1 to 59",
        "1,,2 * * * *; cron minute; '1,,2'; without empty elements",
        "1-2-3 * * * *; cron minute; '2-3'; 0 to 59",
        "? * * * *; cron minute; '?'; 0 to 59",
        "* * ?/2 * *; cron day of month; '?'; 1 to 31",
        "1.5 * * * *; cron minute; '1.5'; 0 to 59",
        "٣ * * * *; cron minute; '٣'; 0 to 59",
        "0 0 30 2 *; cron expression; '0 0 30 2 *'; matches some day",
        "0 0 31 4,6,9,11 ?; cron expression; '0 0 31 4,6,9,11 ?'; matches some day",
        "0 0 L-30 2,4,6 *; cron expression; 'L-30'; matches some day",
        "* * * *; cron expression; '* * * *'; 5 fields",
        "0 0 0 1 1 * 2030; cron expression; '0 0 0 1 1 * 2030'; 6 with the second first",
        "@reboot; cron expression; '@reboot'; @daily",
        "''; cron expression; ''; 5 fields",
      })
  void refusesWithFieldValueAndWhatIsAllowed(
      String expression, String field, String value, String allowed) {
    CronSyntaxException refusal =
        catchThrowableOfType(CronSyntaxException.class, () -> CronExpression.parse(expression));

    assertThat(refusal.field()).isEqualTo(field);
    assertThat(refusal).hasMessageContaining(value).hasMessageContaining(allowed);
  }

  @Test
  void refusesMoreThanAThousandCharacters() {
    assertThatExceptionOfType(CronSyntaxException.class)
        .isThrownBy(() -> CronExpression.parse("0" + ",0".repeat(500) + " * * * *"))
        .withMessageContaining("at most 1000 characters");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0 7 * * mon-Fri; 0 7 * * MON-FRI",
        "'  0\t7  *  *  * '; 0 7 * * *",
        "0 0 lw jan ?; 0 0 LW JAN ?",
        "@Daily; @daily",
      })
  void writesItselfInOneWay(String given, String text) {
    CronExpression expression = CronExpression.parse(given);

    assertThat(expression).hasToString(text);
    assertThat(expression)
        .isEqualTo(CronExpression.parse(text))
        .hasSameHashCodeAs(CronExpression.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 31 2 MON", "0 0 29 2 *", "0 0 31W * *", "0 0 L-30 * *"})
  void takesWhatMatchesSomeDay(String expression) {
    assertThat(CronExpression.parse(expression).nextAfter(Instant.EPOCH, ZoneOffset.UTC))
        .isPresent();
  }

  @Test
  void ticksFromTheEpochOn() {
    CronExpression daily = CronExpression.parse("@daily");

    assertThat(daily.nextAfter(Instant.MIN, ZoneOffset.UTC)).contains(Instant.EPOCH);
    assertThat(daily.latestAtOrBefore(Instant.EPOCH, ZoneOffset.UTC)).contains(Instant.EPOCH);
    assertThat(daily.latestAtOrBefore(Instant.EPOCH.minusNanos(1), ZoneOffset.UTC)).isEmpty();
    assertThat(daily.latestAtOrBefore(Instant.MIN, ZoneOffset.UTC)).isEmpty();
  }

  @Test
  void ticksUpToTheEndOfTheYear9999() {
    CronExpression daily = CronExpression.parse("@daily");
    Instant last = Instant.parse("9999-12-31T00:00:00Z");

    assertThat(daily.nextAfter(last.minusSeconds(1), ZoneOffset.UTC)).contains(last);
    assertThat(daily.nextAfter(last, ZoneOffset.UTC)).isEmpty();
    assertThat(daily.nextAfter(Instant.MAX, ZoneOffset.UTC)).isEmpty();
    assertThat(daily.latestAtOrBefore(Instant.MAX, ZoneOffset.UTC)).contains(last);
  }

  @Test
  void aTickIsNeverItsOwnNext() {
    CronExpression expression = CronExpression.parse("* * * * * *");
    Instant second = Instant.parse("2026-11-20T10:00:00Z");

    assertThat(expression.nextAfter(second, ZoneOffset.UTC)).contains(second.plusSeconds(1));
    assertThat(expression.nextAfter(second.plusNanos(1), ZoneOffset.UTC))
        .contains(second.plusSeconds(1));
    assertThat(expression.nextAfter(second.minusNanos(1), ZoneOffset.UTC)).contains(second);
  }

  @Test
  void findsTheLatestOfVeryManyMissedTicks() {
    CronExpression everySecond = CronExpression.parse("* * * * * *");
    CronExpression leapDay = CronExpression.parse("0 0 29 2 *");
    Instant now = Instant.parse("2026-11-20T10:00:00.999Z");

    assertThat(everySecond.latestAtOrBefore(now, ZoneOffset.UTC))
        .contains(Instant.parse("2026-11-20T10:00:00Z"));
    assertThat(leapDay.latestAtOrBefore(now, ZoneOffset.UTC))
        .contains(Instant.parse("2024-02-29T00:00:00Z"));
  }
}
