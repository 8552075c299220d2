package io.duetime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.duetime.InvalidRequestException;
import io.duetime.testing.Seed;
import io.duetime.text.Junk;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstantTextTest {

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T07:00:00Z, 2026-11-20T07:00:00Z",
    "2026-11-20T07:00Z, 2026-11-20T07:00:00Z",
    "2026-11-20T08:00:00+01:00, 2026-11-20T07:00:00Z",
    "2026-11-20T07:00:00.123Z, 2026-11-20T07:00:00.123Z",
    "2026-11-20T07:00:00.123456789Z, 2026-11-20T07:00:00.123456789Z",
    "1614608094000, 2021-03-01T14:14:54Z",
    "1614608094000.5, 2021-03-01T14:14:54.0005Z",
    "1.614608094E12, 2021-03-01T14:14:54Z",
    "1.6146080940005E12, 2021-03-01T14:14:54.0005Z",
    "1614608094000.0000000001, 2021-03-01T14:14:54.000000001Z",
    "0, 1970-01-01T00:00:00Z",
    "0.0, 1970-01-01T00:00:00Z",
    "1000000000000, 2001-09-09T01:46:40Z",
  })
  void readsIsoAndMillisecondsSinceTheEpoch(String text, Instant instant) {
    assertThat(InstantText.parse("dueAt", text)).isEqualTo(instant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "2026-11-20",
        "2026-11-20T07:00:00",
        "2026-11-20 07:00:00Z",
        "20261120T070000Z",
        "2026-11-20T07:00:00[Europe/Berlin]",
        "2026-02-30T07:00:00Z",
        "2026-11-20T25:00:00Z",
        "1.5",
        "-1",
        "1614608094",
        "999999999999",
        "1e3",
        "1.",
        ".5e13",
        "1e15",
        "1e99",
        "99999999999999999999e99",
        "1e-3",
        "NaN",
        "+1",
        "٣",
        "253402300800000",
        "999999999999999",
        "9999999999999999",
        "+10000-01-01T00:00:00Z",
        "-0001-01-01T00:00:00Z",
        "+999999999-12-31T23:59:59Z",
      })
  void refusesAnythingElse(String text) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> InstantText.parse("dueAt", text))
        .withMessageStartingWith("dueAt is ")
        .withMessageContaining("ISO-8601 with Z or an offset")
        .satisfies(refused -> assertThat(refused.field()).isEqualTo("dueAt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1", "1614608094", "999999999999"})
  void saysThatNumbersAreMillisecondsWhenSecondsAreGiven(String text) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> InstantText.parse("dueAt", text))
        .withMessageContaining("numbers are milliseconds");
  }

  @Test
  void saysHowAnOffsetLosesItsPlus() {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> InstantText.parse("dueAt", "2026-11-20T08:00:00 01:00"))
        .withMessageContaining("%2B");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T07:00:00Z, 2026-11-20T07:00:00.000Z",
    "2026-11-20T07:00:00.1239Z, 2026-11-20T07:00:00.123Z",
    "1970-01-01T00:00:00Z, 1970-01-01T00:00:00.000Z",
  })
  void writesMilliseconds(Instant instant, String text) {
    assertThat(InstantText.format(instant)).isEqualTo(text);
  }

  @Test
  void whatItWritesReadsBack() {
    Seed seed = Seed.next();
    RandomGenerator random = seed.random();
    for (int i = 0; i < Seed.rounds(5_000); i++) {
      Instant instant = Instant.ofEpochMilli(random.nextLong(253_402_300_800_000L));

      assertThat(InstantText.parse("dueAt", InstantText.format(instant)))
          .as(seed.toString())
          .isEqualTo(instant);
    }
  }

  @Test
  void junkIsReadOrRefusedClearly() {
    Seed seed = Seed.next();
    RandomGenerator random = seed.random();
    int read = 0;
    for (int i = 0; i < Seed.rounds(50_000); i++) {
      StringBuilder text = new StringBuilder("2026-11-20T07:00:00+01:00");
      text.setCharAt(
          random.nextInt(text.length()), "0123456789-:TZ+. \u0660".charAt(random.nextInt(18)));
      String junk =
          random.nextBoolean() ? text.toString() : Junk.of("0123456789-:TZ+.", random, 20);
      try {
        assertThat(InstantText.parse("dueAt", junk)).isNotNull();
        read++;
      } catch (InvalidRequestException refused) {
        assertThat(refused).as("%s, %s", junk, seed).hasMessageContaining("; allowed: ");
      }
    }
    assertThat(read).as(seed.toString()).isPositive();
  }
}
