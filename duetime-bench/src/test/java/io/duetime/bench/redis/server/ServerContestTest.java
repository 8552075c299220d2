package io.duetime.bench.redis.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.bench.load.Throughput;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ServerContestTest {

  @Test
  void eachIsComparedToThePrototypeAndToTheYardstickTurnByTurn() throws Exception {
    Iterator<Double> ours = List.of(1.0, 10.0, 20.0, 90.0).iterator();
    Iterator<Double> prototype = List.of(1.0, 10.0, 10.0, 30.0).iterator();
    Iterator<Double> yardstick = List.of(1.0, 100.0, 40.0, 60.0).iterator();
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new ServerContest(() -> pace(yardstick.next()))
        .enter("ours", () -> pace(ours.next()))
        .enter("prototype", () -> pace(prototype.next()))
        .run(3, new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .endsWith(
            "| ours | 10 / 20 / 90 | 1.00 / 2.00 / 3.00 | 0.10 / 0.50 / 1.50"
                + " | 3.0 / 3.0 / 3.0 | 2.0 / 2.0 / 2.0 |",
            "| prototype | 10 / 10 / 30 |  | 0.10 / 0.25 / 0.50"
                + " | 3.0 / 3.0 / 3.0 | 2.0 / 2.0 / 2.0 |",
            "| Y | 40 / 60 / 100 |  |  | 3.0 / 3.0 / 3.0 |  |");
  }

  private static ServerThroughput pace(double jobsPerSecond) {
    return new ServerThroughput(new Throughput(1, jobsPerSecond, 2), 3);
  }
}
