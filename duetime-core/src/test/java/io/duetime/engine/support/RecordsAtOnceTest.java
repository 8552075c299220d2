package io.duetime.engine.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordsAtOnceTest {
  @ParameterizedTest
  @CsvSource({
    "64, 1, 64",
    "64, 1048576, 64",
    "64, 16777216, 4",
    "64, 67108864, 1",
    "1, 1048576, 1"
  })
  void areAsManyAsUsualUnlessTheirPayloadsMayBeLarge(int usual, int maxPayload, int expected) {
    assertThat(RecordsAtOnce.of(usual, maxPayload)).isEqualTo(expected);
  }
}
