package io.duetime.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MeasuredSpreadTest {

  @Test
  void itIsTheLeastTheMiddleAndTheGreatest() {
    assertThat(MeasuredSpread.of(List.of(5.0, 1.0, 3.0, 2.0, 4.0)))
        .isEqualTo(new MeasuredSpread(1, 3, 5));
    assertThat(MeasuredSpread.of(List.of(2.0, 1.0))).isEqualTo(new MeasuredSpread(1, 2, 2));
    assertThat(MeasuredSpread.of(List.of("a", "ccc", "bb"), String::length))
        .isEqualTo(new MeasuredSpread(1, 2, 3));
  }

  @Test
  void allThreeAreWrittenAlike() {
    assertThat(new MeasuredSpread(1_000, 2_000.4, 3_000.6).format("%,.0f"))
        .isEqualTo("1,000 / 2,000 / 3,001");
  }

  @Test
  void ofNothingThereIsNone() {
    assertThatIllegalArgumentException().isThrownBy(() -> MeasuredSpread.of(List.of()));
  }
}
