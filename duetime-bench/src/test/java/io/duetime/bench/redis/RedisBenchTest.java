package io.duetime.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.bench.load.SteadyLoad;
import io.duetime.bench.redis.RedisBenchOptions.Part;
import io.duetime.bench.redis.server.BenchServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
final class RedisBenchTest {
  private static final Duration SHORT = Duration.ofMillis(50);

  @Test
  void everyPartPrintsItsRows() throws Exception {
    assertThat(
            run(
                List.of(
                    Part.BATCH,
                    Part.SINGLE,
                    Part.LONE,
                    Part.CLAIM,
                    Part.WORKER,
                    Part.PENDING,
                    Part.SECOND)))
        .contains(
            "by a program of ours in Java",
            "| engine, 4 callers, 100 jobs a call | ",
            "| library, 50 callers, a job a call | ",
            "| library, one caller, a job a call | ",
            "| engine, 4 callers, claim and ack 100 jobs | ",
            "| library, a worker of 16 idle handlers | ",
            "| redis engine | ",
            "1,000 jobs due in one second",
            "| PING instead | ");
  }

  private static String run(List<Part> parts) throws Exception {
    RedisBenchOptions options =
        new RedisBenchOptions(
            "", "no-such-program", 1, SHORT, 2_000, 1_600, 1_000, SHORT, SHORT, parts);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (BenchServer server = new BenchServer()) {
      new RedisBench(options, server, out).run();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void latenessIsThatOfEveryJob() throws InterruptedException {
    SteadyLoad load =
        new SteadyLoad(20, Duration.ofSeconds(1), Duration.ofMillis(1), Duration.ofMillis(99));

    try (BenchServer server = new BenchServer()) {
      TimedRows rows = new TimedRows(server, 1, System.out);

      assertThat(rows.engine(load::run).row()).contains("| 0 | 20 |");
      assertThat(rows.library(load::run).row()).contains("| 0 | 20 |");
      assertThat(rows.prototype(load::run).row()).contains("| 20 |");
    }
  }
}
