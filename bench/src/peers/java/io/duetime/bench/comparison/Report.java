package io.duetime.bench.comparison;

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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The page of all that was measured, with tables, footnotes and plots. */
final class Report {
  /** Ratios below are noise. */
  private static final double NOISE = 1.15;

  private final Results results;
  private final Load load;
  private final Path folder;
  private final String command;
  private final StringBuilder page = new StringBuilder();
  private final Map<String, Integer> footnotes = new LinkedHashMap<>();

  /** A column of a table: a figure of a run. */
  private record Column(String title, String run, String name, String format, Better better) {}

  /** Which of two figures is better; of those that are not compared, neither. */
  private enum Better {
    MORE,
    LESS,
    NEITHER
  }

  private static final List<Column> THROUGHPUT =
      List.of(
          new Column("schedule, 1 caller", "schedule", "one", "%,.0f", Better.MORE),
          new Column("50 callers", "schedule", "fifty", "%,.0f", Better.MORE),
          new Column("batches of 500", "schedule", "batch", "%,.0f", Better.MORE),
          new Column("drain", "drain", "rate", "%,.0f", Better.MORE),
          new Column("CPU to schedule, µs", "schedule", "cpu", "%.1f", Better.NEITHER),
          new Column("to drain", "drain", "cpu", "%.1f", Better.NEITHER));
  private static final List<Column> PENDING =
      List.of(
          new Column("waiting", "pending", "pending", "%,.0f", Better.NEITHER),
          new Column("bytes a job", "pending", "bytes", "%,.0f", Better.LESS),
          new Column("cancel p50, µs", "pending", "cancel.*.p50", "%,.0f", Better.LESS),
          new Column("p99", "pending", "cancel.*.p99", "%,.0f", Better.NEITHER),
          new Column("move p50, µs", "pending", "move.*.p50", "%,.0f", Better.LESS),
          new Column("p99", "pending", "move.*.p99", "%,.0f", Better.NEITHER));
  private static final List<Column> IDLE =
      List.of(
          new Column("commands/s", "idle", "commands", "%,.1f", Better.LESS),
          new Column("server CPU, % of a core", "idle", "server", "%.2f", Better.NEITHER),
          new Column("client CPU, % of a core", "idle", "own", "%.2f", Better.NEITHER));
  private static final List<Column> KILLS =
      List.of(
          new Column("jobs", "kill", "jobs", "%,.0f", Better.NEITHER),
          new Column("kills", "kill", "kills", "%,.0f", Better.NEITHER),
          new Column("lost", "kill", "lost", "%,.0f", Better.LESS),
          new Column("doubled", "kill", "doubled", "%,.0f", Better.NEITHER));

  Report(Results results, Load load, Path folder, String command) {
    this.results = results;
    this.load = load;
    this.folder = folder;
    this.command = command;
  }

  private static List<Column> lateness(String run, Better compared) {
    return List.of(
        new Column("jobs", run, "jobs", "%,.0f", Better.NEITHER),
        new Column("p50, ms", run, "p50", "%,.2f", compared),
        new Column("p99, ms", run, "p99", "%,.1f", compared),
        new Column("max, ms", run, "max", "%,.0f", Better.NEITHER),
        new Column("early", run, "early", "%,.0f", Better.NEITHER),
        new Column("earliest, ms", run, "earliest", "%,.1f", Better.NEITHER),
        new Column("lost", run, "lost", "%,.0f", Better.NEITHER));
  }

  /** Writes the page and its plots. */
  void write() throws IOException {
    Files.createDirectories(folder);
    Map<String, String> plots = new Plots(results, folder).write();
    head();
    plot(plots, "throughput");
    section("Throughput", "schedule", THROUGHPUT);
    text(
        "Jobs a second. Scheduled jobs are due in a day or two. In *drain*, consumers find jobs that"
            + " are due, take and acknowledge them; their handler does nothing. Processor time is"
            + " that of the client and the server together, with 50 callers.");
    plot(plots, "lateness");
    section("Lateness at 1,000 jobs a second", "steady", lateness("steady", Better.LESS));
    text(
        "Jobs are scheduled at a fixed rate, 1 to 5 s ahead. *lost*: not delivered "
            + (int) load.waitSeconds()
            + " s after the last was due. A system that cannot store 1,000 a second has fewer jobs.");
    section("Many jobs due in one millisecond", "burst", lateness("burst", Better.LESS));
    section("Many jobs due within one second", "wave", lateness("wave", Better.LESS));
    text("A system has " + load.loadSeconds() + " s to store them; the table has how many it did.");
    plot(plots, "pending");
    section("Jobs that wait", "pending", PENDING);
    text(
        "The size of a waiting job in the memory or on the disk of the store, and the time of one"
            + " call that cancels or moves a job by its id.");
    section("Nothing to do", "idle", IDLE);
    text("10 consumers and 1,000 jobs that are due in a day or two.");
    section("Killed consumers", "kill", KILLS);
    text(
        "The process of the consumer is killed with -9 after 0.2 to 1.2 s, again and again, while"
            + " jobs become due. Each is written to a file before it is acknowledged. *lost*: has"
            + " never come; *doubled*: came again, as at-least-once delivery allows.");
    faster();
    notes();
    Files.writeString(folder.resolve("peers.md"), page.toString());
  }

  private void head() {
    text("# Duetime and its peers");
    text(
        "Written by `"
            + command
            + "` on "
            + LocalDate.now()
            + ", "
            + machine()
            + ". The same work and payloads of 100 bytes for all; each run in a process of its own"
            + " with an empty store of its own. The systems take turns. A figure is the median, with"
            + " minimum and maximum where there are several turns. In brackets: the ratio to"
            + " Duetime on the same kind of store.");
    text("Yardsticks, taken before each turn of a run:");
    table(
        List.of("what", "min", "median", "max"),
        List.of(
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
                    spec.license()))
            .toList());
    List<String> missing =
        Peers.all().stream()
            .flatMap(spec -> missing(spec).stream())
            .map(text -> "- " + text)
            .toList();
    text(missing.isEmpty() ? "None is missing." : String.join("\n", missing));
  }

  private static String machine() {
    return "%s %s, %d cores, %s"
        .formatted(
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            Runtime.getRuntime().availableProcessors(),
            "JDK " + Runtime.version().feature());
  }

  private List<String> yardstick(String title, String name, String format) {
    List<Double> all =
        PeersBench.RUNS.stream()
            .flatMap(run -> results.values(run, Yardstick.NAME, name).stream())
            .sorted()
            .toList();
    return all.isEmpty()
        ? List.of(title, "", "", "")
        : List.of(
            title,
            format(format, all.get(0)),
            format(format, all.get(all.size() / 2)),
            format(format, all.get(all.size() - 1)));
  }

  /** Of the jar in the class path, or what the system is part of. */
  private static String version(Spec spec) {
    Pattern jar = Pattern.compile(Pattern.quote(spec.artifact()) + "-([0-9].*)\\.jar");
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(path -> jar.matcher(Path.of(path).getFileName().toString()))
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .findFirst()
        .orElse(spec.artifact());
  }

  private Optional<String> missing(Spec spec) {
    return PeersBench.RUNS.stream()
        .flatMap(run -> results.reason(run, spec.name(), "missing").stream())
        .filter(reason -> reason.startsWith("missing"))
        .map(reason -> spec.title() + ": " + reason)
        .findFirst();
  }

  private void section(String title, String run, List<Column> columns) {
    if (!results.hasRun(run)) {
      return;
    }
    text("## " + title);
    List<String> heading = new ArrayList<>(List.of("system"));
    columns.forEach(column -> heading.add(column.title()));
    List<List<String>> rows = new ArrayList<>();
    for (Spec spec : Peers.all()) {
      List<String> row =
          new ArrayList<>(List.of(spec.isOurs() ? "**" + spec.title() + "**" : spec.title()));
      columns.forEach(column -> row.add(cell(spec, column)));
      rows.add(row);
    }
    table(heading, rows);
  }

  private String cell(Spec spec, Column column) {
    String name = named(spec, column);
    List<Double> values = results.values(column.run(), spec.name(), name);
    if (values.isEmpty()) {
      return footnote(spec, column);
    }
    String text = format(column.format(), values.get(values.size() / 2));
    if (values.size() > 1 && !values.get(0).equals(values.get(values.size() - 1))) {
      text +=
          " (%s–%s)"
              .formatted(
                  format(column.format(), values.get(0)),
                  format(column.format(), values.get(values.size() - 1)));
    }
    return text + ratio(spec, column).map(ratio -> format(" [%.2f]", ratio)).orElse("");
  }

  private String footnote(Spec spec, Column column) {
    String prefix = column.name().replaceAll("[.*].*", "");
    Optional<String> reason = results.reason(column.run(), spec.name(), prefix);
    return reason
        .map(text -> footnotes.computeIfAbsent(text, added -> footnotes.size() + 1))
        .map(number -> "– <sup>" + number + "</sup>")
        .orElse("");
  }

  /** The name in the results: of those with a number of jobs in it, the last. */
  private String named(Spec spec, Column column) {
    if (!column.name().contains("*")) {
      return column.name();
    }
    String[] parts = column.name().split("\\*", -1);
    return results.names(column.run(), spec.name(), parts[0]).stream()
        .filter(name -> name.endsWith(parts[1]))
        .reduce((first, second) -> second)
        .orElse(column.name());
  }

  private Optional<Double> ratio(Spec spec, Column column) {
    if (spec.isOurs() || column.better() == Better.NEITHER) {
      return Optional.empty();
    }
    Spec base = Peers.named(spec.base());
    Optional<Double> own = results.median(column.run(), spec.name(), named(spec, column));
    Optional<Double> ours = results.median(column.run(), base.name(), named(base, column));
    return own.isEmpty() || ours.isEmpty() || ours.get() == 0
        ? Optional.empty()
        : Optional.of(own.get() / ours.get());
  }

  /** Where a peer is better than Duetime on the same kind of store, and why. */
  private void faster() {
    text("## Where a peer is better, and why");
    List<Column> all = new ArrayList<>(THROUGHPUT);
    all.addAll(PENDING);
    all.addAll(IDLE);
    List<String> late = List.of("steady", "burst", "wave");
    late.forEach(run -> all.addAll(lateness(run, Better.LESS)));
    List<String> lines = new ArrayList<>();
    for (Spec spec : Peers.all()) {
      List<String> better = all.stream().flatMap(column -> better(spec, column).stream()).toList();
      if (!better.isEmpty()) {
        lines.add(
            "- **%s**, compared with %s: %s. %s"
                .formatted(
                    spec.title(),
                    Peers.named(spec.base()).title(),
                    String.join(", ", better),
                    spec.why()));
      }
    }
    text(lines.isEmpty() ? "Nowhere in this run." : String.join("\n", lines));
  }

  private Optional<String> better(Spec spec, Column column) {
    return ratio(spec, column)
        .filter(ratio -> column.better() == Better.MORE ? ratio > NOISE : ratio * NOISE < 1)
        .map(ratio ->
            "%s%s %s×"
                .formatted(
                    List.of("schedule", "drain", "pending", "idle").contains(column.run())
                        ? ""
                        : column.run() + " ",
                    column.title(),
                    format("%.2f", ratio)));
  }

  private void notes() {
    text("## Footnotes");
    text(
        footnotes.entrySet().stream()
            .map(note -> note.getValue() + ". " + note.getKey())
            .collect(Collectors.joining("\n")));
  }

  private void plot(Map<String, String> plots, String name) {
    if (plots.containsKey(name)) {
      text("![" + plots.get(name) + "](peers-" + name + ".svg)");
    }
  }

  private void text(String paragraph) {
    page.append(page.length() == 0 ? "" : "\n").append(paragraph).append('\n');
  }

  private void table(List<String> heading, List<List<String>> rows) {
    StringBuilder table = new StringBuilder();
    table.append("| ").append(String.join(" | ", heading)).append(" |\n");
    table.append("| --- |").append(" ---: |".repeat(heading.size() - 1));
    rows.forEach(row -> table.append("\n| ").append(String.join(" | ", row)).append(" |"));
    text(table.toString());
  }

  private static String format(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }
}
