package io.duetime.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.bench.redis.RedisBenchOptions.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RedisBenchOptionsTest {

  @Test
  void withoutArgumentsItIsAllOfIt() {
    Path debians = Path.of("/usr/bin/redis-server");
    assertThat(RedisBenchOptions.parse())
        .isEqualTo(
            new RedisBenchOptions(
                Files.isExecutable(debians) ? debians.toString() : "",
                "redis-benchmark",
                3,
                Duration.ofSeconds(3),
                200_000,
                1_000_000,
                1_000_000,
                Duration.ofSeconds(10),
                Duration.ofSeconds(180),
                List.of(Part.values())));
  }

  @Test
  void everythingCanBeChosen() {
    String line =
        "--server s --benchmark b --reps 2 --seconds 1 --jobs 4 --requests 5 --pending 6"
            + " --lateness-seconds 7 --idle-seconds 8 --only claim,batch";

    assertThat(RedisBenchOptions.parse(line.split(" ")))
        .isEqualTo(
            new RedisBenchOptions(
                "s",
                "b",
                2,
                Duration.ofSeconds(1),
                4,
                5,
                6,
                Duration.ofSeconds(7),
                Duration.ofSeconds(8),
                List.of(Part.CLAIM, Part.BATCH)));
  }
}
