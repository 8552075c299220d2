package io.duetime.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.duetime.InvalidRequestException;
import io.duetime.settings.DurationReader;
import io.duetime.testing.Seed;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "30s, PT30S",
    "30m, PT30M",
    "12h, PT12H",
    "7d, PT168H",
    "0s, PT0S",
    "007m, PT7M",
    "36525d, PT876600H",
    "PT30M, PT30M",
    "pt1h30m, PT1H30M",
    "P7D, PT168H",
    "P1DT12H, PT36H",
    "PT0.0005S, PT0.0005S",
  })
  void readsUnitsAndIso(String text, Duration duration) {
    assertThat(DurationReader.parse("delay", text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "30",
        "s",
        "30 s",
        " 30s",
        "30S",
        "30min",
        "1.5h",
        "1h30m",
        "-5s",
        "+5s",
        "PT-5S",
        "-PT5S",
        "P1M",
        "P1Y",
        "P1W",
        "PT",
        "999999999999999d",
        "9999999999999999ms",
        "٣s",
        "30s\n",
        "PT9999999999999999999S",
      })
  void refusesAnythingElse(String text) {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> DurationReader.parse("delay", text))
        .withMessageStartingWith("delay is ")
        .withMessageContaining("500ms, 30s, 30m, 12h, 7d")
        .satisfies(refused -> assertThat(refused.field()).isEqualTo("delay"));
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.5S, 500ms",
    "PT1S, 1s",
    "PT90S, 90s",
    "PT90M, 90m",
    "PT36H, 36h",
    "P7D, 7d",
    "PT61.001S, 61001ms",
    "PT999999999999.999S, 999999999999999ms",
    "PT1000000000000S, PT277777777H46M40S",
    "PT0.0000005S, PT0.0000005S",
    "PT-5S, PT-5S",
    "PT2562047788015215H, PT2562047788015215H",
  })
  void writesExactlyInOneUnit(Duration duration, String text) {
    assertThat(DurationText.exact(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0s",
    "PT0.0005S, <1ms",
    "PT0.25S, 250ms",
    "PT1.5S, 1s 500ms",
    "PT59.999S, 59s 999ms",
    "PT1M, 1m",
    "PT1M0.5S, 1m",
    "PT1H29M59.9S, 1h 29m",
    "PT1H0M59S, 1h",
    "PT76H5M, 3d 4h",
    "P400D, 400d",
    "PT-90S, -1m 30s",
    "PT2562047788015215H, 106751991167300d",
    "PT-2562047788015215H, -106751991167300d",
  })
  void writesRoughlyInTwoUnits(Duration duration, String text) {
    assertThat(DurationText.rough(duration)).isEqualTo(text);
  }

  @Test
  void exactTextReadsBack() {
    Seed seed = Seed.next();
    RandomGenerator random = seed.random();
    for (int i = 0; i < Seed.rounds(5_000); i++) {
      long unit = new long[] {1, 1_000, 60_000, 3_600_000, 86_400_000}[random.nextInt(5)];
      Duration duration =
          Duration.ofMillis(unit * random.nextLong(40_000)).plusNanos(random.nextInt(2));

      assertThat(DurationReader.parse("delay", DurationText.exact(duration)))
          .as("%s, %s", duration, seed)
          .isEqualTo(duration);
    }
  }

  @Test
  void junkIsReadOrRefusedClearly() {
    Seed seed = Seed.next();
    RandomGenerator random = seed.random();
    int read = 0;
    for (int i = 0; i < Seed.rounds(50_000); i++) {
      String junk = Junk.of("0123456789mshdPTMSDH.-+ \u0660\uD83D", random, 8);
      try {
        assertThat(DurationReader.parse("delay", junk))
            .as("%s, %s", junk, seed)
            .isGreaterThanOrEqualTo(Duration.ZERO);
        read++;
      } catch (InvalidRequestException refused) {
        assertThat(refused).as("%s, %s", junk, seed).hasMessageContaining("; allowed: ");
      }
    }
    assertThat(read).as(seed.toString()).isPositive();
  }
}
