package io.duetime.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Compares two builds: the bench of each checkout runs in turns, in processes of their own, and
 * each pair gives a ratio of every figure. The order within a pair changes from one to the next.
 */
public final class Pairs {
  private final Path other;
  private final List<String> arguments;
  private final PrintStream out;
  private final Map<String, List<Double>> these = new LinkedHashMap<>();
  private final Map<String, List<Double>> those = new LinkedHashMap<>();

  /** Compares this checkout, the current folder, with another by some groups. */
  public Pairs(Path other, List<String> arguments, PrintStream out) {
    this.other = other;
    this.arguments = arguments;
    this.out = out;
  }

  /** Runs pairs, and prints the median of the ratios of each figure. */
  public void run(int pairs) throws IOException, InterruptedException {
    for (int i = 0; i < pairs; i++) {
      measure(i % 2 == 0);
      measure(i % 2 == 1);
      out.printf("pair %d of %d%n", i + 1, pairs);
    }
    out.printf("%nthis build to %s; min / median / max of %d pairs%n%n", other, pairs);
    out.println("| figure | ratio | this, median | other, median |\n|---|---:|---:|---:|");
    these.forEach((figure, ours) -> {
      List<Double> others = those.getOrDefault(figure, List.of());
      if (ours.size() == others.size()) {
        String ratio = Harness.spread("%.3f", Harness.ratios(ours, others));
        double[] medians = {Harness.median(ours), Harness.median(others)};
        out.printf("| %s | %s | %,.1f | %,.1f |%n", figure, ratio, medians[0], medians[1]);
      }
    });
  }

  private void measure(boolean isThis) throws IOException, InterruptedException {
    Path checkout = isThis ? Path.of("").toAbsolutePath() : other;
    try (Scratch scratch = Scratch.in(Path.of(System.getProperty("java.io.tmpdir")))) {
      Path json = scratch.path().resolve("figures.json");
      List<String> command = new ArrayList<>();
      command.add(checkout.resolve("bench/run").toString());
      command.addAll(List.of("--ours", "--json", json.toString()));
      command.addAll(arguments);
      Process child =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (child.waitFor() != 0) {
        throw new IOException(command + " failed; run it to see why");
      }
      add(new ObjectMapper().readTree(json), isThis ? these : those);
    }
  }

  /** Adds the median of each figure. */
  static void add(JsonNode document, Map<String, List<Double>> to) {
    document
        .properties()
        .forEach(group ->
            group
                .getValue()
                .properties()
                .forEach(row ->
                    row.getValue()
                        .properties()
                        .forEach(metric -> {
                          List<Double> turns = new ArrayList<>();
                          metric.getValue().forEach(value -> turns.add(value.asDouble()));
                          if (!turns.isEmpty()) {
                            String figure =
                                group.getKey() + ", " + row.getKey() + ", " + metric.getKey();
                            to.computeIfAbsent(figure, none -> new ArrayList<>())
                                .add(Harness.median(turns));
                          }
                        })));
  }
}
