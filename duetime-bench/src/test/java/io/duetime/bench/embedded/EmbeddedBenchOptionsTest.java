package io.duetime.bench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.bench.embedded.EmbeddedBenchOptions.Part;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EmbeddedBenchOptionsTest {

  @Test
  void withoutArgumentsItIsAllOfIt() {
    assertThat(EmbeddedBenchOptions.parse())
        .isEqualTo(
            new EmbeddedBenchOptions(
                "embedded",
                Path.of(System.getProperty("java.io.tmpdir")),
                5,
                Duration.ofSeconds(3),
                List.of(Part.values())));
  }

  @Test
  void everythingCanBeChosen() {
    String line = "--scheme memory --folder f --repetitions 2 --seconds 1 --parts claim,batch";

    assertThat(EmbeddedBenchOptions.parse(line.split(" ")))
        .isEqualTo(
            new EmbeddedBenchOptions(
                "memory", Path.of("f"), 2, Duration.ofSeconds(1), List.of(Part.CLAIM, Part.BATCH)));
  }
}
