package io.duetime.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.ObjectMapper;

final class HarnessTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
  private final Sizes sizes = new Sizes();
  @TempDir private Path folder;

  @Test
  void rowsTakeTurnsAndAreComparedToTheBaseTurnByTurn() throws Exception {
    sizes.repetitions = 3;
    Iterator<Double> ours = List.of(1.0, 10.0, 20.0, 90.0).iterator();
    Iterator<Double> theirs = List.of(1.0, 10.0, 10.0, 30.0).iterator();
    Group group =
        Group.warm(
            "a/b",
            "title",
            rows -> {
              rows.ours("ours", () -> figures(ours.next()));
              rows.base("theirs", () -> figures(theirs.next()).with("other", "%.0f", 7));
            });
    Harness harness = new Harness(sizes, false, out);

    assertThat(harness.run(List.of(group))).isTrue();

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsSequence(
            "a/b: title; min / median / max of 3",
            "",
            "| what | x | to theirs | other |",
            "|---|---:|---:|---:|",
            "| ours | 10.0 / 20.0 / 90.0 | 1.00 / 2.00 / 3.00 |  |",
            "| theirs | 10.0 / 10.0 / 30.0 |  | 7 |");
    harness.write(folder.resolve("json"));
    Map<String, List<Double>> medians = new LinkedHashMap<>();
    Pairs.add(new ObjectMapper().readTree(Files.readString(folder.resolve("json"))), medians);
    assertThat(medians)
        .containsEntry("a/b, ours, x", List.of(20.0))
        .containsEntry("a/b, theirs, other", List.of(7.0));
  }

  private static Figures figures(double value) {
    return new Figures().with("x", "%.1f", value);
  }

  @Test
  void aGroupThatFailsDoesNotTakeTheOthersAway() throws Exception {
    Group fails =
        Group.once(
            "a/fails",
            "title",
            rows -> {
              throw new IllegalStateException("no");
            });
    Group runs = Group.once("a/runs", "title", rows -> rows.ours("ours", () -> figures(1)));

    assertThat(new Harness(sizes, false, out).run(List.of(fails, runs))).isFalse();

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("a/fails: failed", "| ours | 1.0 |");
  }
}
