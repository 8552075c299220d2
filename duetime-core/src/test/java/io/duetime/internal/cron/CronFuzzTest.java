package io.duetime.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.internal.cron.CronExpression.CronSyntaxException;
import io.duetime.testing.Seed;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CronFuzzTest {
  private static final String ALPHABET =
      "0123456789*/,-?LW# \t@ABCDEFJMNOPRSTUVYadilmnory.+:\u0000\u0130\u0131\u017F\u0663\uD83D\n";

  private final Seed seed = Seed.next();
  private final RandomGenerator random = seed.random();

  @Test
  void junkIsReadOrRefusedClearly() {
    for (int i = 0; i < Seed.rounds(20_000); i++) {
      StringBuilder junk = new StringBuilder();
      for (int length = random.nextInt(30); length > 0; length--) {
        junk.append(anyCharacter());
      }
      readOrRefuse(junk.toString());
    }
  }

  @Test
  void damagedExpressionsAreReadOrRefusedClearly() {
    RandomCron cron = new RandomCron(random, true);
    int read = 0;
    for (int i = 0; i < Seed.rounds(20_000); i++) {
      StringBuilder text = new StringBuilder();
      text.append(cron.times()).append(' ').append(cron.monthDays(true)).append(' ');
      text.append(cron.anyOf(CronField.MONTH)).append(' ').append(cron.weekdays());
      text.setCharAt(random.nextInt(text.length()), anyCharacter());
      read += readOrRefuse(text.toString()) ? 1 : 0;
    }
    assertThat(read).as(seed.toString()).isPositive();
  }

  private boolean readOrRefuse(String text) {
    try {
      CronExpression expression = CronExpression.parse(text);
      Instant moment = Instant.ofEpochSecond(random.nextLong(4_000_000_000L));
      Optional<Instant> tick = expression.nextAfter(moment, ZoneOffset.UTC);
      assertThat(tick.orElseThrow()).as("%s, %s", text, seed).isAfter(moment);
      assertThat(CronExpression.parse(expression.toString()))
          .as("%s, %s", text, seed)
          .isEqualTo(expression);
      return true;
    } catch (CronSyntaxException refused) {
      assertThat(refused).as(seed.toString()).hasMessageContaining("; allowed: ");
      return false;
    }
  }

  private char anyCharacter() {
    return ALPHABET.charAt(random.nextInt(ALPHABET.length()));
  }
}
