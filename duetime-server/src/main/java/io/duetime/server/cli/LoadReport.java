package io.duetime.server.cli;

import io.duetime.server.json.StrictJson;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Counts what became of lines and tells of those that were refused. */
final class LoadReport {
  private static final int MOST_TOLD = 20;
  private static final String REFUSED = "REFUSED";

  private final Terminal terminal;
  private final ProgressBar progress;
  private final Map<String, Long> outcomes = new TreeMap<>();
  private long refused;
  private long lines;

  LoadReport(Terminal terminal, ProgressBar progress) {
    this.terminal = terminal;
    this.progress = progress;
  }

  /** Takes the answers to a batch, whose line numbers count from the batch's first line. */
  void answered(List<JobLines.Line> batch, Reply reply) {
    reply
        .text()
        .lines()
        .forEach(line -> {
          JsonNode answer = StrictJson.MAPPER.readTree(line);
          String outcome = answer.path("outcome").asString(REFUSED);
          if (outcome.equals(REFUSED)) {
            int place = answer.path("line").asInt() - 1;
            refused(batch.get(place).number(), answer.path("error").path("detail").asString());
          } else {
            count(outcome);
          }
        });
    progress.draw(lines);
  }

  void refused(long line, String why) {
    count(REFUSED);
    refused++;
    if (refused <= MOST_TOLD) {
      progress.clear();
      terminal.complain("line " + line + ": " + why);
    } else if (refused == MOST_TOLD + 1) {
      terminal.complain("further refused lines are only counted");
    }
  }

  private void count(String outcome) {
    outcomes.merge(outcome, 1L, Long::sum);
    lines++;
  }

  boolean isClean() {
    return refused == 0;
  }

  String sentence() {
    progress.clear();
    StringJoiner parts =
        new StringJoiner(", ", (lines == 1 ? "1 line: " : lines + " lines: "), "")
            .setEmptyValue("no lines");
    outcomes.forEach((outcome, count) -> parts.add(count + " " + outcome.toLowerCase(Locale.ROOT)));
    return parts.toString();
  }

  String json() {
    return StrictJson.MAPPER.writeValueAsString(Map.of("lines", lines, "outcomes", outcomes));
  }
}
