package io.duetime.bench.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.bench.load.Throughput;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ContestTest {

  @Test
  void eachTakesItsTurnAndIsComparedToTheLastTurnByTurn() throws Exception {
    Iterator<Double> ours = List.of(1.0, 10.0, 20.0, 90.0).iterator();
    Iterator<Double> theirs = List.of(1.0, 10.0, 10.0, 30.0).iterator();
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new Contest()
        .enter("ours", () -> new Throughput(1, ours.next(), 1))
        .enter("theirs", () -> new Throughput(1, theirs.next(), 2))
        .run(3, new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "| ours | 10 / 20 / 90 | 1.00 / 2.00 / 3.00 | 1.0 / 1.0 / 1.0 |",
            "| theirs | 10 / 10 / 30 |  | 2.0 / 2.0 / 2.0 |");
  }
}
