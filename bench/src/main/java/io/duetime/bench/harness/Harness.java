package io.duetime.bench.harness;

import io.duetime.bench.harness.Figures.Metric;
import io.duetime.bench.harness.Rows.MissingPeerException;
import io.duetime.bench.harness.Rows.Row;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.ObjectMapper;

/**
 * Measures groups one after the other. The rows of a group take turns, so that a slow moment of the
 * machine meets all of them; ratios are taken turn by turn.
 */
public final class Harness {
  private final Sizes sizes;
  private final boolean oursOnly;
  private final PrintStream out;
  private final Map<String, Object> document = new LinkedHashMap<>();
  private boolean hasFailed;

  /** Measures nothing yet; {@code oursOnly} leaves out peers. */
  public Harness(Sizes sizes, boolean oursOnly, PrintStream out) {
    this.sizes = sizes;
    this.oursOnly = oursOnly;
    this.out = out;
  }

  /** Measures groups; returns whether none failed. */
  public boolean run(List<Group> groups) throws InterruptedException {
    for (Group group : groups) {
      try {
        measure(group);
      } catch (MissingPeerException missing) {
        out.printf("%n%s: not measured: %s%n", group.name(), missing.getMessage());
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception failure) {
        // A group that fails does not take the others away.
        out.printf("%n%s: failed%n", group.name());
        failure.printStackTrace(out);
        hasFailed = true;
      }
    }
    return !hasFailed;
  }

  private void measure(Group group) throws Exception {
    Map<Row, List<Figures>> figures = new LinkedHashMap<>();
    int warmUps = group.turns() == Group.Turns.WARM ? 1 : 0;
    int turns = group.turns() == Group.Turns.ONCE ? 1 : sizes.repetitions;
    try (Rows rows = new Rows(sizes)) {
      group.opener().open(rows);
      rows.all().stream()
          .filter(row -> !row.isPeer() || !oursOnly)
          .forEach(row -> figures.put(row, new ArrayList<>()));
      for (int turn = 0; turn < warmUps + turns; turn++) {
        for (Map.Entry<Row, List<Figures>> row : figures.entrySet()) {
          Figures taken = row.getKey().turn().take();
          if (turn >= warmUps) {
            row.getValue().add(taken);
          }
        }
      }
      String title = group.title() + rows.note();
      out.printf("%n%s: %s; min / median / max of %d%n%n", group.name(), title, turns);
    }
    print(figures);
    document.put(group.name(), document(figures));
  }

  private void print(Map<Row, List<Figures>> figures) {
    List<Metric> metrics = metrics(figures);
    List<Row> bases = figures.keySet().stream().filter(Row::isBase).toList();
    List<String> heading = new ArrayList<>(metrics.stream().map(Metric::name).toList());
    heading.addAll(1, bases.stream().map(base -> "to " + base.name()).toList());
    out.println("| what | " + String.join(" | ", heading) + " |");
    out.println("|---" + "|---:".repeat(heading.size()) + "|");
    figures.forEach((row, turns) -> {
      List<String> cells = new ArrayList<>(List.of(row.name()));
      metrics.forEach(metric -> cells.add(spread(metric.format(), values(metric, turns))));
      List<Double> first = values(metrics.get(0), turns);
      for (Row base : bases) {
        List<Double> to = values(metrics.get(0), Objects.requireNonNull(figures.get(base)));
        int place = 2 + bases.indexOf(base);
        cells.add(place, base.equals(row) ? "" : spread("%.2f", ratios(first, to)));
      }
      out.println("| " + String.join(" | ", cells) + " |");
    });
  }

  private static List<Metric> metrics(Map<Row, List<Figures>> figures) {
    Set<Metric> metrics = new LinkedHashSet<>();
    figures.values().forEach(turns -> turns.forEach(turn -> metrics.addAll(turn.all().keySet())));
    return List.copyOf(metrics);
  }

  private static List<Double> values(Metric metric, List<Figures> turns) {
    return turns.stream().map(turn -> turn.all().get(metric)).filter(Objects::nonNull).toList();
  }

  /** Divides one by the other, turn by turn. */
  static List<Double> ratios(List<Double> these, List<Double> those) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(these.size(), those.size()); i++) {
      ratios.add(these.get(i) / those.get(i));
    }
    return ratios;
  }

  /** Minimum, median and maximum, or one figure if all are the same. */
  static String spread(String format, List<Double> figures) {
    if (figures.isEmpty()) {
      return "";
    }
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double[] three = {sorted[0], median(figures), sorted[sorted.length - 1]};
    return Arrays.stream(three)
        .limit(three[0] == three[2] ? 1 : three.length)
        .mapToObj(figure -> String.format(Locale.ROOT, format, figure))
        .collect(Collectors.joining(" / "));
  }

  /** Of an even number the upper of the two in the middle. */
  static double median(List<Double> figures) {
    return figures.stream().sorted().toList().get(figures.size() / 2);
  }

  private static Map<String, Object> document(Map<Row, List<Figures>> figures) {
    Map<String, Object> rows = new LinkedHashMap<>();
    figures.forEach((row, turns) -> {
      Map<String, Object> values = new LinkedHashMap<>();
      metrics(figures).forEach(metric -> values.put(metric.name(), values(metric, turns)));
      rows.put(row.name(), values);
    });
    return rows;
  }

  /** Writes the figures of all turns as JSON: by group, row and metric. */
  public void write(Path json) throws IOException {
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(json, document);
  }
}
