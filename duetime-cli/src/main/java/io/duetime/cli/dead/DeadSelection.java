package io.duetime.cli.dead;

import io.duetime.InvalidRequestException;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that select dead jobs to change: a filter, ids, or all. */
final class DeadSelection extends DeadFilter {
  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "This job; can be repeated; '-' reads ids from standard input.")
  private List<String> ids = List.of();

  @Option(names = "--all", description = "Every dead job of the queue.")
  private boolean all;

  @Option(names = "--dry-run", description = "Only count the selected jobs.")
  private boolean dryRun;

  boolean isDryRun() {
    return dryRun;
  }

  /** The fields of a change over HTTP. */
  Map<String, Object> body(InputStream in) {
    Map<String, Object> body = new LinkedHashMap<>();
    query().forEach((name, values) -> body.put(name, name.equals("tag") ? values : values.get(0)));
    if (!ids.isEmpty()) {
      body.put("ids", ids.equals(List.of("-")) ? lines(in) : ids);
    }
    if (all) {
      body.put("all", true);
    }
    if (body.isEmpty() && !dryRun) {
      throw new InvalidRequestException(
          "filter", null, "--from, --to, --tag, --reason or --id, or --all for every dead job");
    }
    return body;
  }

  private static List<String> lines(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }
}
