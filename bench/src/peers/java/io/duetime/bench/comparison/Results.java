package io.duetime.bench.comparison;

import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What runs have found, in a file of a line each that is written as they find it. Thread-safe. */
final class Results {
  /** Between the name and the value of a line. */
  static final String TAB = "\t";

  /** Before what is no number. */
  static final String NONE = "-";

  /** The name of a line that tells which server has kept the jobs. */
  static final String SERVER = "server-version";

  private static final String DONE = "done";

  /** Names of lines that tell why there is nothing else. */
  private static final List<String> FAILURES = List.of("missing", "error", "without");

  private final Path file;
  private final List<Line> lines = new ArrayList<>();

  /** One finding: a number, or why there is none. */
  private record Line(String run, String peer, int turn, String name, double value, String reason) {
    static Line of(String text) {
      String[] cells = text.split(TAB, -1);
      boolean isNone = cells[4].equals(NONE);
      double value = isNone ? Double.NaN : Double.parseDouble(cells[4]);
      return new Line(
          cells[0], cells[1], Integer.parseInt(cells[2]), cells[3], value, isNone ? cells[5] : "");
    }
  }

  /**
   * What a column of a table shows.
   *
   * @param run that has the figure
   * @param name of the figure; a star is the number of jobs, of which the last counts
   * @param better a plus, a minus, or nothing
   */
  record Figure(String run, String name, String format, String better) {
    static final Pattern PATTERN =
        Pattern.compile("\\{([a-z]+)\\.([a-z0-9.*]+) (%\\S+?)(?: ([-+]))?\\}");

    static Figure of(MatchResult found) {
      String better = Objects.requireNonNullElse(found.group(4), "");
      return new Figure(found.group(1), found.group(2), found.group(3), better);
    }

    String format(double number) {
      return String.format(Locale.ROOT, format, number);
    }

    boolean isBetter(double ratio, double noise) {
      return switch (better) {
        case "+" -> ratio > noise;
        case "-" -> ratio * noise < 1;
        default -> false;
      };
    }
  }

  /** One run of one system in one turn, which writes what it finds. */
  record Turn(Results results, String run, String peer, int number) {
    /** Adds a line: a name, and a number or a dash and a reason. */
    void add(String line) {
      results.add(String.join(TAB, run, peer, "" + number, line));
    }

    void put(String name, double value) {
      add(name + TAB + value);
    }

    void none(String name, String reason) {
      add(String.join(TAB, name, NONE, reason.replaceAll("\\s+", " ")));
    }

    void done() {
      put(DONE, 1);
    }

    /** Whether it has been made, or cannot be. */
    boolean isDone() {
      return results.of(run, peer).anyMatch(line -> line.turn == number && line.name.equals(DONE));
    }

    /** Why there is nothing of this run; empty if there is. */
    String failure() {
      return results.failure(run, peer).orElse("");
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

  private synchronized void add(String text) {
    lines.add(Line.of(text));
    try {
      Files.writeString(file, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private synchronized Stream<Line> all() {
    return List.copyOf(lines).stream();
  }

  private Stream<Line> of(String run, String peer) {
    return all().filter(line -> line.run.equals(run) && line.peer.equals(peer));
  }

  /** Whether anything was found of a run. */
  boolean hasRun(String run) {
    return run.equals(PeersBench.YARDSTICK) || all().anyMatch(line -> line.run.equals(run));
  }

  /** Whether anything was found of a run of a system. */
  boolean hasRun(String run, String peer) {
    return of(run, peer).findAny().isPresent();
  }

  /** The numbers of a name, one for each turn that has it, least first. */
  List<Double> values(String run, String peer, String name) {
    return of(run, peer)
        .filter(line -> line.name.equals(name) && !Double.isNaN(line.value))
        .map(Line::value)
        .sorted()
        .toList();
  }

  /** The numbers of a figure. */
  List<Double> values(Spec spec, Figure figure) {
    String[] parts = figure.name().split("\\*", -1);
    List<String> names = names(figure.run(), spec.name(), parts[0], parts[parts.length - 1]);
    return names.isEmpty()
        ? List.of()
        : values(figure.run(), spec.name(), names.get(names.size() - 1));
  }

  /** The names of a run that begin and end in a way, in the order in which they came. */
  List<String> names(String run, String peer, String prefix, String suffix) {
    return of(run, peer)
        .map(Line::name)
        .filter(name -> name.startsWith(prefix) && name.endsWith(suffix))
        .distinct()
        .toList();
  }

  /** What a line of a name says of a system, in the first run that has one. */
  Optional<String> text(String peer, String finding) {
    return all()
        .filter(
            line -> line.peer.equals(peer) && line.name.equals(finding) && !line.reason.isEmpty())
        .map(Line::reason)
        .findFirst();
  }

  private Optional<String> failure(String run, String peer) {
    return of(run, peer)
        .filter(line -> FAILURES.contains(line.name))
        .map(line -> line.name + ": " + line.reason)
        .findFirst();
  }

  /** Why a system has no number of a figure, or nothing of the whole run. */
  Optional<String> reason(Figure figure, Spec spec) {
    String prefix = figure.name().replaceAll("[.*].*", "");
    return of(figure.run(), spec.name())
        .filter(line -> line.name.startsWith(prefix) && !line.reason.isEmpty())
        .map(Line::reason)
        .findFirst()
        .or(() -> failure(figure.run(), spec.name()));
  }

  /**
   * The ratio of the numbers in the middle to those of Duetime on the same kind of store, where one
   * of two figures is better.
   */
  Optional<Double> ratio(Spec spec, Figure figure) {
    List<Double> own = values(spec, figure);
    List<Double> ours = values(Peers.named(spec.base()), figure);
    return figure.better().isEmpty()
            || spec.isOurs()
            || own.isEmpty()
            || ours.isEmpty()
            || middle(ours) == 0
        ? Optional.empty()
        : Optional.of(middle(own) / middle(ours));
  }

  /** The number in the middle of some that are sorted, or between the two in the middle. */
  static double middle(List<Double> values) {
    return (values.get((values.size() - 1) / 2) + values.get(values.size() / 2)) / 2;
  }
}
