package io.duetime.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.settings.InstantText;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
  private static final long EARLIEST = Instant.parse("0000-01-01T00:00:00Z").toEpochMilli();
  private static final long LATEST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

  @Test
  void whatServersWriteIsReadExactly() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 20_000; i++) {
      long millis = random.nextLong(EARLIEST, LATEST + 1);
      assertThat(TimeText.instant("at", InstantText.format(Instant.ofEpochMilli(millis))))
          .isEqualTo(Instant.ofEpochMilli(millis));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-20T07:00:00Z",
        "2026-11-20T07:00:00.123456Z",
        "2024-02-29T23:59:59.999Z",
        "0000-01-01T00:00:00.000Z"
      })
  void everyFormMeansTheSameAsToJava(String text) {
    assertThat(TimeText.instant("at", text)).isEqualTo(Instant.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-11-20T07:00:00.00xZ",
        "2026-02-30T07:00:00.000Z",
        "2026-13-01T07:00:00.000Z",
        "2026-11-20T24:00:00.000Z",
        "2026-11-20T25:00:00.000Z",
        "2026-11-20 07:00:00.000Z",
        "+10000-01-01T00:00:00.000Z",
        "-0001-01-01T00:00:00.000Z"
      })
  void whatIsNoMomentIsRefused(String text) {
    assertThatThrownBy(() -> TimeText.instant("at", text))
        .isInstanceOf(InvalidRequestException.class);
  }
}
