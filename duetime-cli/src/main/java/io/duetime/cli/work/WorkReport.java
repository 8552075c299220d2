package io.duetime.cli.work;

import io.duetime.Job;
import io.duetime.SettleOutcome;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.json.JsonTrees;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Prints a line about each job that has ended. */
record WorkReport(Terminal terminal, boolean isQuiet, boolean isJson) {

  /** A run of a command that has ended; the reason is empty if the job is done. */
  record Run(Job<?> job, String outcome, String reason, Duration lateness, Duration took) {}

  void print(Run run) {
    if (isJson) {
      terminal.print(JsonTrees.MAPPER.writeValueAsString(fields(run)));
    } else if (!run.outcome().equals(SettleOutcome.ACKED.name())) {
      String reason = run.reason().isEmpty() ? "" : ": " + run.reason();
      terminal.complain(
          "%s attempt %d: %s%s"
              .formatted(run.job().id(), run.job().attempt(), words(run.outcome()), reason));
    } else if (!isQuiet) {
      terminal.print(
          "%s done in %d ms, started %d ms after it was due"
              .formatted(run.job().id(), run.took().toMillis(), run.lateness().toMillis()));
    }
  }

  private static Map<String, Object> fields(Run run) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("id", run.job().id());
    fields.put("attempt", run.job().attempt());
    fields.put("outcome", run.outcome());
    fields.put("latenessMs", run.lateness().toMillis());
    fields.put("tookMs", run.took().toMillis());
    if (!run.reason().isEmpty()) {
      fields.put("reason", run.reason());
    }
    return fields;
  }

  private static String words(String outcome) {
    return switch (outcome) {
      case "RELEASED" -> "interrupted, runs again; the attempt does not count";
      case "RETRYING" -> "failed, will be retried";
      case "DEAD" -> "failed, is dead";
      case "SUCCEEDED" -> "failed; its successor is scheduled";
      case "CANCELLED" -> "ended; it had been cancelled";
      case "LEASE_LOST" ->
          "its lease was lost, or the server's answer; if it is not settled, it runs again";
      default -> outcome;
    };
  }
}
