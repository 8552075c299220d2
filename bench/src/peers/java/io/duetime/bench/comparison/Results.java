package io.duetime.bench.comparison;

import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What runs have found, in a file of a line each that is written as they find it. */
final class Results {
  /** Between the name and the value of a line. */
  static final String TAB = "\t";

  /** Before what is no number. */
  static final String NONE = "-";

  /** The name of a line that tells that a run has ended by itself. */
  static final String DONE = "done";

  /** Names of lines that tell why there is nothing else. */
  static final List<String> FAILURES = List.of("missing", "error", "without");

  private final Path file;
  private final List<Line> lines = new ArrayList<>();

  /** One finding: a number, or why there is none. */
  record Line(String run, String peer, int turn, String name, double value, String reason) {
    static Line of(String text) {
      String[] cells = text.split(TAB, -1);
      boolean isNone = cells[4].equals(NONE);
      double value = isNone ? Double.NaN : Double.parseDouble(cells[4]);
      return new Line(
          cells[0], cells[1], Integer.parseInt(cells[2]), cells[3], value, isNone ? cells[5] : "");
    }
  }

  /**
   * A column of a table.
   *
   * @param run that has the figure
   * @param name of the figure; a star is the number of jobs, of which the last counts
   * @param better which of two figures is better
   */
  record Column(String title, String run, String name, String format, Better better) {
    enum Better {
      MORE,
      LESS,
      NEITHER
    }

    String format(double number) {
      return String.format(Locale.ROOT, format, number);
    }
  }

  /** Opens a file, and keeps what it has or begins again. */
  Results(Path file, boolean continues) throws IOException {
    this.file = file;
    Files.createDirectories(file.toAbsolutePath().getParent());
    if (continues && Files.exists(file)) {
      Files.readAllLines(file).forEach(line -> lines.add(Line.of(line)));
    } else {
      Files.deleteIfExists(file);
    }
  }

  /** Adds what a process has written: a name, and a number or a dash and a reason. */
  synchronized void add(String run, String peer, int turn, String finding) throws IOException {
    String text = String.join(TAB, run, peer, "" + turn, finding);
    lines.add(Line.of(text));
    Files.writeString(file, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  void add(String run, String peer, int turn, String name, double value) throws IOException {
    add(run, peer, turn, name + TAB + value);
  }

  void none(String run, String peer, int turn, String name, String reason) throws IOException {
    String clean = reason.replaceAll("\\s+", " ");
    add(run, peer, turn, String.join(TAB, name, NONE, clean));
  }

  /** Whether a run has been made, or cannot be. */
  synchronized boolean has(String run, String peer, int turn) {
    return of(run, peer).anyMatch(line -> line.turn == turn && line.name.equals(DONE));
  }

  /** The numbers of a name, one for each turn that has it, least first. */
  synchronized List<Double> values(String run, String peer, String name) {
    return of(run, peer)
        .filter(line -> line.name.equals(name) && !Double.isNaN(line.value))
        .map(Line::value)
        .sorted()
        .toList();
  }

  /** Why there is no number of a name that begins in a way, or none of the whole run. */
  synchronized Optional<String> reason(String run, String peer, String prefix) {
    return of(run, peer)
        .filter(line -> !line.reason.isEmpty())
        .filter(line -> FAILURES.contains(line.name) || line.name.startsWith(prefix))
        .map(line -> FAILURES.contains(line.name) ? line.name + ": " + line.reason : line.reason)
        .findFirst();
  }

  /** The names of a run that begin and end in a way, in the order in which they came. */
  synchronized List<String> names(String run, String peer, String prefix, String suffix) {
    return of(run, peer)
        .map(Line::name)
        .filter(name -> name.startsWith(prefix) && name.endsWith(suffix))
        .distinct()
        .toList();
  }

  /** The numbers of a column. */
  List<Double> values(Spec spec, Column column) {
    String[] parts = column.name().split("\\*", -1);
    List<String> names = names(column.run(), spec.name(), parts[0], parts[parts.length - 1]);
    return names.isEmpty()
        ? List.of()
        : values(column.run(), spec.name(), names.get(names.size() - 1));
  }

  /** The ratio of the numbers in the middle to those of Duetime on the same kind of store. */
  Optional<Double> ratio(Spec spec, Column column) {
    List<Double> own = values(spec, column);
    List<Double> ours = values(Peers.named(spec.base()), column);
    return spec.isOurs() || own.isEmpty() || ours.isEmpty() || middle(ours) == 0
        ? Optional.empty()
        : Optional.of(middle(own) / middle(ours));
  }

  /** The number in the middle of some that are sorted. */
  static double middle(List<Double> values) {
    return values.get(values.size() / 2);
  }

  /** Whether anything was found of a run. */
  synchronized boolean hasRun(String run) {
    return lines.stream().anyMatch(line -> line.run.equals(run));
  }

  private Stream<Line> of(String run, String peer) {
    return lines.stream().filter(line -> line.run.equals(run) && line.peer.equals(peer));
  }
}
