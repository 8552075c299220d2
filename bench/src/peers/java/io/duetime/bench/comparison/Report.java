package io.duetime.bench.comparison;

import static io.duetime.bench.comparison.Results.Column.Better.LESS;
import static io.duetime.bench.comparison.Results.Column.Better.MORE;
import static io.duetime.bench.comparison.Results.Column.Better.NEITHER;

import io.duetime.bench.comparison.Results.Column;
import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of all that was measured, with tables, footnotes and plots. */
final class Report {
  /** Ratios below are noise. */
  private static final double NOISE = 1.15;

  private static final List<Column> THROUGHPUT =
      List.of(
          new Column("schedule, 1 caller", "schedule", "one", "%,.0f", MORE),
          new Column("50 callers", "schedule", "fifty", "%,.0f", MORE),
          new Column("batches of 500", "schedule", "batch", "%,.0f", MORE),
          new Column("drain", "drain", "rate", "%,.0f", MORE),
          new Column("CPU to schedule, µs", "schedule", "cpu", "%.1f", NEITHER),
          new Column("to drain", "drain", "cpu", "%.1f", NEITHER));
  private static final List<Column> PENDING =
      List.of(
          new Column("waiting", "pending", "pending", "%,.0f", NEITHER),
          new Column("bytes a job", "pending", "bytes", "%,.0f", LESS),
          new Column("cancel p50, µs", "pending", "cancel.*.p50", "%,.0f", LESS),
          new Column("p99", "pending", "cancel.*.p99", "%,.0f", NEITHER),
          new Column("move p50, µs", "pending", "move.*.p50", "%,.0f", LESS),
          new Column("p99", "pending", "move.*.p99", "%,.0f", NEITHER));
  private static final List<Column> IDLE =
      List.of(
          new Column("commands/s", "idle", "commands", "%,.1f", LESS),
          new Column("server CPU, % of a core", "idle", "server", "%.2f", NEITHER),
          new Column("client CPU, % of a core", "idle", "own", "%.2f", NEITHER));
  private static final List<Column> KILLS =
      List.of(
          new Column("jobs", "kill", "jobs", "%,.0f", NEITHER),
          new Column("kills", "kill", "kills", "%,.0f", NEITHER),
          new Column("lost", "kill", "lost", "%,.0f", LESS),
          new Column("doubled", "kill", "doubled", "%,.0f", NEITHER));

  private final Results results;
  private final Load load;
  private final Path folder;
  private final String command;
  private final StringBuilder page = new StringBuilder();
  private final Map<String, Integer> footnotes = new LinkedHashMap<>();

  Report(Results results, Load load, Path folder, String command) {
    this.results = results;
    this.load = load;
    this.folder = folder;
    this.command = command;
  }

  private static List<Column> lateness(String run) {
    return List.of(
        new Column("jobs", run, "jobs", "%,.0f", NEITHER),
        new Column("p50, ms", run, "p50", "%,.2f", LESS),
        new Column("p99, ms", run, "p99", "%,.1f", LESS),
        new Column("max, ms", run, "max", "%,.0f", NEITHER),
        new Column("early", run, "early", "%,.0f", NEITHER),
        new Column("earliest, ms", run, "earliest", "%,.1f", NEITHER),
        new Column("lost", run, "lost", "%,.0f", NEITHER));
  }

  /** Writes the page and its plots. */
  void write() throws IOException {
    Files.createDirectories(folder);
    Plots plots = new Plots(results, folder);
    head();
    text(
        plots.throughput(
            "Throughput as ratios to Duetime on the same kind of store", THROUGHPUT.subList(1, 4)));
    section("Throughput", "schedule", THROUGHPUT);
    text(
        """
        Jobs a second. Scheduled jobs are due in a day or two. In *drain*, consumers find jobs that \
        are due, take and acknowledge them; their handler does nothing. Processor time is that of \
        the client and the server together, with 50 callers.\
        """);
    text(plots.lateness("Lateness at 1,000 jobs a second, in order"));
    section("Lateness at 1,000 jobs a second", "steady", lateness("steady"));
    text(
        """
        Jobs are scheduled at a fixed rate, 1 to 5 s ahead. *lost*: not delivered %.0f s after the \
        last was due. A system that cannot store 1,000 a second has fewer jobs.\
        """
            .formatted(load.waitSeconds()));
    section("Many jobs due in one millisecond", "burst", lateness("burst"));
    section("Many jobs due within one second", "wave", lateness("wave"));
    text("A system has " + load.loadSeconds() + " s to store them; the table has how many it did.");
    text(plots.pending("Time to cancel a job, by the number of jobs that wait"));
    section("Jobs that wait", "pending", PENDING);
    text(
        """
        The size of a waiting job in the memory or on the disk of the store, and the time of one \
        call that cancels or moves a job by its id.\
        """);
    section("Nothing to do", "idle", IDLE);
    text("10 consumers and 1,000 jobs that are due in a day or two.");
    section("Killed consumers", "kill", KILLS);
    text(
        """
        The process of the consumer is killed with -9 after 0.2 to 1.2 s, again and again, while \
        jobs become due. Each is written to a file before it is acknowledged. *lost*: has never \
        come; *doubled*: came again, as at-least-once delivery allows.\
        """);
    text("## Where a peer is better, and why");
    list(spec -> better(spec).stream(), "Nowhere in this run.");
    text("## Footnotes");
    text(
        footnotes.entrySet().stream()
            .map(note -> note.getValue() + ". " + note.getKey())
            .collect(Collectors.joining("\n")));
    Files.writeString(folder.resolve("peers.md"), page.toString());
  }

  private void head() {
    text("# Duetime and its peers");
    text(
        """
        Written by `%s` on %s, %s %s, %d cores, JDK %d. The same work and payloads of 100 bytes for \
        all; each run in a process of its own with an empty store of its own. The systems take \
        turns. A figure is the median, with minimum and maximum where there are several turns. In \
        brackets: the ratio to Duetime on the same kind of store.\
        """
            .formatted(
                command,
                LocalDate.now(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version().feature()));
    text("Yardsticks, taken before each turn of a run:");
    table(
        List.of("what", "min", "median", "max"),
        Stream.of(
            yardstick("4 KiB on stable storage at the end of a file, /s", "fdatasync", "%,.0f"),
            yardstick("SET of 100 bytes by 50 connections, /s", "set", "%,.0f"),
            yardstick("random load from memory, ns", "load", "%.0f")));
    text("## The systems");
    table(
        List.of("system", "version", "jobs are kept", "configuration", "license"),
        Peers.all().stream()
            .map(spec ->
                List.of(
                    spec.title(),
                    version(spec),
                    spec.keeps(),
                    spec.configuration(),
                    spec.license())));
    list(this::missing, "None is missing.");
  }

  private List<String> yardstick(String title, String name, String format) {
    Column column = new Column(title, "", name, format, NEITHER);
    List<Double> all =
        PeersBench.RUNS.stream()
            .flatMap(run -> results.values(run, PeersBench.YARDSTICK, name).stream())
            .sorted()
            .toList();
    return all.isEmpty()
        ? List.of(title, "", "", "")
        : List.of(
            title,
            column.format(all.get(0)),
            column.format(Results.middle(all)),
            column.format(all.get(all.size() - 1)));
  }

  /** Of the jar in the class path, or what the system is part of. */
  private static String version(Spec spec) {
    Pattern jar = Pattern.compile(".*/" + Pattern.quote(spec.artifact()) + "-([0-9].*)\\.jar");
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(jar::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .findFirst()
        .orElse(spec.artifact());
  }

  private Stream<String> missing(Spec spec) {
    return PeersBench.RUNS.stream()
        .flatMap(run -> results.reason(run, spec.name(), "missing").stream())
        .filter(reason -> reason.startsWith("missing"))
        .map(reason -> spec.title() + ": " + reason)
        .limit(1);
  }

  private void section(String title, String run, List<Column> columns) {
    if (results.hasRun(run)) {
      text("## " + title);
      List<String> heading = new ArrayList<>(List.of("system"));
      columns.forEach(column -> heading.add(column.title()));
      table(heading, Peers.all().stream().map(spec -> row(spec, columns)));
    }
  }

  private List<String> row(Spec spec, List<Column> columns) {
    String title = spec.isOurs() ? "**" + spec.title() + "**" : spec.title();
    return Stream.concat(Stream.of(title), columns.stream().map(column -> cell(spec, column)))
        .toList();
  }

  private String cell(Spec spec, Column column) {
    List<Double> values = results.values(spec, column);
    if (values.isEmpty()) {
      return footnote(spec, column);
    }
    double least = values.get(0);
    double most = values.get(values.size() - 1);
    String text = column.format(Results.middle(values));
    if (least < most) {
      text += " (" + column.format(least) + "–" + column.format(most) + ")";
    }
    return column.better() == NEITHER
        ? text
        : text + results.ratio(spec, column).map(" [%.2f]"::formatted).orElse("");
  }

  private String footnote(Spec spec, Column column) {
    String prefix = column.name().replaceAll("[.*].*", "");
    return results
        .reason(column.run(), spec.name(), prefix)
        .map(text -> footnotes.computeIfAbsent(text, added -> footnotes.size() + 1))
        .map(number -> "– <sup>" + number + "</sup>")
        .orElse("");
  }

  /** Where a peer is better than Duetime on the same kind of store, and why. */
  private Optional<String> better(Spec spec) {
    String all =
        Stream.concat(
                Stream.of(THROUGHPUT, PENDING, IDLE),
                Stream.of("steady", "burst", "wave").map(Report::lateness))
            .flatMap(List::stream)
            .flatMap(column -> better(spec, column).stream())
            .collect(Collectors.joining(", "));
    String base = Peers.named(spec.base()).title();
    return Optional.of(
            "**%s**, compared with %s: %s. %s".formatted(spec.title(), base, all, spec.why()))
        .filter(text -> !all.isEmpty());
  }

  private Optional<String> better(Spec spec, Column column) {
    String run = column.name().startsWith("p") && column.better() == LESS ? column.run() + " " : "";
    return results
        .ratio(spec, column)
        .filter(ratio ->
            column.better() == MORE && ratio > NOISE
                || column.better() == LESS && ratio * NOISE < 1)
        .map(ratio -> "%s%s %.2f×".formatted(run, column.title(), ratio));
  }

  private void list(Function<Spec, Stream<String>> lines, String none) {
    List<String> all = Peers.all().stream().flatMap(lines).map(line -> "- " + line).toList();
    text(all.isEmpty() ? none : String.join("\n", all));
  }

  private void text(String paragraph) {
    if (!paragraph.isEmpty()) {
      page.append(page.length() == 0 ? "" : "\n").append(paragraph).append('\n');
    }
  }

  private void table(List<String> heading, Stream<List<String>> rows) {
    String line = "| --- |" + " ---: |".repeat(heading.size() - 1);
    text(
        Stream.concat(Stream.of(heading), rows)
            .map(row -> "| " + String.join(" | ", row) + " |")
            .collect(Collectors.joining("\n"))
            .replaceFirst("\n", "\n" + line + "\n"));
  }
}
