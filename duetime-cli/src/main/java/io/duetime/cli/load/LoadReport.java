package io.duetime.cli.load;

import io.duetime.cli.terminal.ProgressBar;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.json.StrictJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts lines by outcome, and prints those that were not accepted. */
final class LoadReport {
  /** The outcome of a line that the server refuses for good. */
  static final String REFUSED = "REFUSED";

  private static final String NOT_ACCEPTED = "NOT_ACCEPTED";
  private static final int MOST_TOLD = 20;
  private static final int MOST_LISTED = 10_000;

  private final Terminal terminal;
  private final ProgressBar progress;
  private final Map<String, Long> outcomes = new TreeMap<>();
  private final List<Map<String, Object>> notAccepted = new ArrayList<>();
  private long refused;
  private long leftOver;
  private long lines;
  private long repeats;
  private long repeatedLines;

  LoadReport(Terminal terminal, ProgressBar progress) {
    this.terminal = terminal;
    this.progress = progress;
  }

  void accepted(String outcome) {
    count(outcome);
  }

  /** Counts a line that the server refuses for good; its id is null without one. */
  void refused(long line, @Nullable String id, String why) {
    count(REFUSED);
    list(line, id, REFUSED, why);
    refused++;
    if (refused <= MOST_TOLD) {
      complain("line " + line + ": " + why);
    } else if (refused == MOST_TOLD + 1) {
      complain("further refused lines are only counted");
    }
  }

  /** Counts a line that was given up: not accepted, or its outcome is unknown. */
  void notAccepted(JobLines.Line line, String why) {
    count(NOT_ACCEPTED);
    leftOver++;
    list(line.number(), line.id(), NOT_ACCEPTED, why);
    complain("line " + line.number() + ", id " + text(line.id()) + ": not accepted: " + why);
  }

  private void list(long line, @Nullable String id, String outcome, String why) {
    if (notAccepted.size() < MOST_LISTED) {
      notAccepted.add(Map.of("line", line, "id", text(id), "outcome", outcome, "why", why));
    }
  }

  private static String text(@Nullable String id) {
    return id == null ? "" : id;
  }

  /** Counts a repetition of so many lines. */
  void repeated(int count) {
    repeats++;
    repeatedLines += count;
  }

  void draw() {
    progress.draw(lines);
  }

  private void complain(String line) {
    progress.clear();
    terminal.complain(line);
  }

  private void count(String outcome) {
    outcomes.merge(outcome, 1L, Long::sum);
    lines++;
  }

  boolean isClean() {
    return refused == 0 && leftOver == 0;
  }

  String sentence() {
    progress.clear();
    StringJoiner parts =
        new StringJoiner(", ", (lines == 1 ? "1 line: " : lines + " lines: "), repetitions())
            .setEmptyValue("no lines");
    outcomes.forEach((outcome, count) -> parts.add(count + " " + words(outcome)));
    return parts.toString();
  }

  private static String words(String outcome) {
    return outcome.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private String repetitions() {
    if (repeats == 0) {
      return "";
    }
    String times = repeats == 1 ? "once" : repeats + " times";
    return "; sent again "
        + times
        + ", "
        + repeatedLines
        + (repeatedLines == 1 ? " line" : " lines");
  }

  String json() {
    Map<String, Object> sum = new LinkedHashMap<>();
    sum.put("lines", lines);
    sum.put("outcomes", outcomes);
    sum.put("repeats", repeats);
    sum.put("repeatedLines", repeatedLines);
    sum.put("notAccepted", notAccepted);
    return StrictJson.MAPPER.writeValueAsString(sum);
  }
}
