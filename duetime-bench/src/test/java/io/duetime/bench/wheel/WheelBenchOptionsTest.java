package io.duetime.bench.wheel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class WheelBenchOptionsTest {

  @Test
  void withoutArgumentsItIsTheShortTable() {
    assertThat(WheelBenchOptions.parse())
        .isEqualTo(
            new WheelBenchOptions(
                List.of(10_000, 1_000_000), List.of(Delays.values()), List.of(Peer.values()), 5));
  }

  @Test
  void everythingCanBeChosen() {
    assertThat(
            WheelBenchOptions.parse(
                "--timers",
                "10000000",
                "--delays",
                "year",
                "--peers",
                "netty",
                "--repetitions",
                "7"))
        .isEqualTo(
            new WheelBenchOptions(
                List.of(10_000_000), List.of(Delays.YEAR), List.of(Peer.NETTY), 7));
  }
}
