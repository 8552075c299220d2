package io.duetime.cli.command;

import java.util.Set;
import java.util.StringJoiner;
import tools.jackson.databind.JsonNode;

/** Writes the explanation of a job's state as a sentence. */
final class ExplanationText {
  private static final Set<String> APART =
      Set.of(
          "why", "attempt", "maxAttempts", "retriesFor", "lastError", "mayHaveArrived", "message");

  private ExplanationText() {}

  static String sentence(JsonNode explanation) {
    String why =
        switch (explanation.path("why").asString()) {
          case "UNKNOWN" -> "unknown: never scheduled, or forgotten";
          case "DONE" -> "it is done";
          case "CANCELLED" -> "it was cancelled";
          case "DEAD" -> "it is dead; 'duetime show' prints its history";
          case "LEASED" -> "it is running";
          case "DUE_LATER" -> "it is due later";
          case "EXPIRED" -> "it has expired; the next claim ends it";
          case "PAUSED" -> "the queue is paused";
          case "CONCURRENCY_LIMITED" -> "the queue runs as many jobs at once as maxRunning allows";
          case "RATE_LIMITED" -> "the queue has used up its rate for now";
          case "TARGET_DOWN" -> "it is due, and the target of its queue fails";
          case "HANDLERS_BUSY" -> "it is due, and all handlers of all workers are busy";
          case "NO_CONSUMER" -> "it is due, but no worker has claimed from the queue lately";
          case "NEXT_IN_TURN" -> "it is due and will be claimed in turn";
          default -> explanation.path("why").asString();
        };
    StringJoiner details = new StringJoiner(", ", " (", ")").setEmptyValue("");
    explanation.forEachEntry((name, value) -> {
      if (!APART.contains(name) && !value.asString("").isEmpty()) {
        details.add(name + " " + value.asString());
      }
    });
    return why + details + attempts(explanation) + error(explanation);
  }

  private static String attempts(JsonNode explanation) {
    if (!explanation.has("attempt")) {
      return "";
    }
    JsonNode most = explanation.path("maxAttempts");
    String begun =
        "; attempts started: %s%s"
            .formatted(
                explanation.path("attempt").asString(),
                most.isNumber() ? " of " + most.asString() : ", without limit");
    return explanation.has("retriesFor")
        ? begun + ", retries for " + explanation.path("retriesFor").asString() + " in total"
        : begun;
  }

  /** The first line of the last error; the job's history has the whole error. */
  private static String error(JsonNode explanation) {
    String message = explanation.path("message").asString("");
    if (explanation.path("why").asString().equals("DONE")) {
      return message.isBlank() ? "" : "; " + message;
    }
    String error = explanation.path("lastError").asString(message);
    String last = error.isBlank() ? "" : "; last error: " + error.lines().findFirst().orElse("");
    return explanation.has("mayHaveArrived")
        ? last + "; an attempt may have had its effect, and the next one may repeat it"
        : last;
  }
}
