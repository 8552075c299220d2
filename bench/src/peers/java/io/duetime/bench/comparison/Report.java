package io.duetime.bench.comparison;

import io.duetime.bench.comparison.Results.Figure;
import io.duetime.bench.harness.Conditions;
import io.duetime.bench.peer.Peers;
import io.duetime.bench.peer.Peers.Spec;
import io.duetime.bench.peer.Programs;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The page of all that was measured. {@code page.md} has its text, and in braces what is filled in:
 * facts, rows with {@code {title}} once for each system, and figures by run, name and format, with
 * a plus where more is better and a minus where less is. Sections of runs that were not made are
 * left out.
 */
final class Report {
  /** Ratios below are noise. */
  private static final double NOISE = 1.15;

  private static final String EACH_SYSTEM = "{title}";
  private static final Pattern FACT = Pattern.compile("\\{([a-z]+)\\}");

  private final Results results;
  private final Path folder;
  private final Map<String, String> facts;
  private final Map<String, Integer> footnotes = new LinkedHashMap<>();
  private final Map<Spec, String> advantages = new HashMap<>();

  Report(Results results, Load load, Path folder, String command) {
    this.results = results;
    this.folder = folder;
    facts =
        Map.of(
            "command", command,
            "date", LocalDate.now(ZoneOffset.UTC).toString(),
            "commit", commit(),
            "machine", Conditions.machine(),
            "wait", "%.0f".formatted(load.waitSeconds()),
            "load", "%.0f".formatted(load.loadSeconds()),
            "noise", "%.0f".formatted((NOISE - 1) * 100));
  }

  private static String commit() {
    boolean isClean = Programs.output("git", "status", "--porcelain").isEmpty();
    String changes = isClean ? "" : ", with changes that are not committed";
    return Programs.output("git", "rev-parse", "--short", "HEAD") + changes;
  }

  /** Writes the page and its plots. */
  void write() throws IOException {
    Files.createDirectories(folder);
    new Plots(results, folder).write();
    String template;
    try (InputStream in = Objects.requireNonNull(Report.class.getResourceAsStream("page.md"))) {
      template = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String page =
        Stream.of(template.split("\n(?=## )", -1))
            .filter(this::isMade)
            .map(section -> filled(section.lines().toList()))
            .collect(Collectors.joining("\n\n", "", "\n"));
    Files.writeString(folder.resolve("peers.md"), page.replaceAll("\n{3,}", "\n\n"));
  }

  private boolean isMade(String section) {
    List<Figure> all = Figure.PATTERN.matcher(section).results().map(Figure::of).toList();
    return all.isEmpty() || all.stream().anyMatch(figure -> results.hasRun(figure.run()));
  }

  private String filled(List<String> lines) {
    return IntStream.range(0, lines.size())
        .boxed()
        .flatMap(i ->
            lines.get(i).contains(EACH_SYSTEM)
                ? Peers.all().stream()
                    .filter(spec -> isMeasured(spec, lines.get(i)))
                    .map(spec -> row(spec, lines.get(i - 2), lines.get(i)))
                : Stream.of(filled(lines.get(i))))
        .collect(Collectors.joining("\n"));
  }

  private boolean isMeasured(Spec spec, String row) {
    List<Figure> all = Figure.PATTERN.matcher(row).results().map(Figure::of).toList();
    return all.isEmpty()
        || all.stream().anyMatch(figure -> results.hasRun(figure.run(), spec.name()));
  }

  private String filled(String line) {
    String text = replaced(Figure.PATTERN, line, found -> yardstick(Figure.of(found)));
    return replaced(
        FACT,
        text,
        found ->
            switch (found.group(1)) {
              case "missing" ->
                  each(spec ->
                      results
                          .text(spec.name(), "missing")
                          .map(reason -> spec.title() + ": " + reason));
              case "better" ->
                  each(spec ->
                      Optional.ofNullable(advantages.get(spec))
                          .map(advantage -> advantage + ". " + spec.why()));
              case "footnotes" ->
                  footnotes.entrySet().stream()
                      .map(note -> note.getValue() + ". " + note.getKey())
                      .collect(Collectors.joining("\n"));
              default -> Objects.requireNonNull(facts.get(found.group(1)));
            });
  }

  private static String replaced(Pattern pattern, String line, Function<MatchResult, String> by) {
    return pattern.matcher(line).replaceAll(found -> Matcher.quoteReplacement(by.apply(found)));
  }

  private static String each(Function<Spec, Optional<String>> text) {
    String all =
        Peers.all().stream()
            .flatMap(spec -> text.apply(spec).stream())
            .map(line -> "- " + line)
            .collect(Collectors.joining("\n"));
    return all.isEmpty() ? "None." : all;
  }

  /** The least, the middle and the most of a figure of the machine in all runs. */
  private String yardstick(Figure figure) {
    List<Double> all =
        PeersBench.RUNS.stream()
            .flatMap(run -> results.values(run, PeersBench.YARDSTICK, figure.name()).stream())
            .sorted()
            .toList();
    return all.isEmpty()
        ? " | | "
        : Stream.of(all.get(0), Results.middle(all), all.get(all.size() - 1))
            .map(figure::format)
            .collect(Collectors.joining(" | "));
  }

  private String row(Spec spec, String heading, String line) {
    String[] titles = heading.split(" \\| ", -1);
    String[] cells = line.split(" \\| ", -1);
    String figures =
        IntStream.range(0, cells.length)
            .mapToObj(i ->
                replaced(
                    Figure.PATTERN, cells[i], found -> cell(spec, titles[i], Figure.of(found))))
            .collect(Collectors.joining(" | "));
    return replaced(
        FACT,
        figures,
        found ->
            switch (found.group(1)) {
              case "version" -> version(spec);
              case "keeps" -> spec.keeps();
              case "configuration" -> spec.configuration();
              case "license" -> spec.license();
              case "killed" -> spec.killed();
              default -> spec.isOurs() ? "**" + spec.title() + "**" : spec.title();
            });
  }

  /** Of the jar in the class path, or what the system is part of; and of the server. */
  private String version(Spec spec) {
    Pattern jar = Pattern.compile(".*/" + Pattern.quote(spec.artifact()) + "-([0-9].*)\\.jar");
    String own =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(jar::matcher)
            .filter(Matcher::matches)
            .map(matcher -> matcher.group(1))
            .findFirst()
            .orElse(spec.artifact());
    return own + results.text(spec.name(), Results.SERVER).map(text -> "; " + text).orElse("");
  }

  private String cell(Spec spec, String title, Figure figure) {
    List<Double> values = results.values(spec, figure);
    if (values.isEmpty()) {
      return results
          .reason(figure, spec)
          .map(text -> footnotes.computeIfAbsent(text, added -> footnotes.size() + 1))
          .map(number -> "– <sup>" + number + "</sup>")
          .orElse("");
    }
    double least = values.get(0);
    double most = values.get(values.size() - 1);
    String range = " (" + figure.format(least) + "–" + figure.format(most) + ")";
    Optional<Double> ratio = results.ratio(spec, figure);
    ratio
        .filter(number -> figure.isBetter(number, NOISE))
        .ifPresent(number -> {
          String begin = "**" + spec.title() + "** than " + Peers.named(spec.base()).title() + ": ";
          String one = "%s: %s %.2f×".formatted(figure.run(), title, number);
          advantages.merge(spec, begin + one, (all, added) -> all + "; " + one);
        });
    return figure.format(Results.middle(values))
        + (least < most ? range : "")
        + ratio.map(" [%.2f]"::formatted).orElse("");
  }
}
