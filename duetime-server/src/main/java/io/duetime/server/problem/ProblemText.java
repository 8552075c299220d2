package io.duetime.server.problem;

import io.duetime.text.DurationText;
import java.time.Duration;

/** Tells the cause of a problem in a sentence. */
final class ProblemText {
  private ProblemText() {}

  static String cause(StoreProblem of) {
    return switch (of.kind()) {
      case STORE, DAMAGED, CLOCK -> detail(of, "message");
      case NO_CONSUMER -> late(of) + "no consumer has asked for jobs within the last minute";
      case HANDLERS_BUSY ->
          late(of) + "all handlers are busy (" + detail(of, "running") + " run), and none ends";
      case HANDLERS_ABANDONED ->
          "handlers go on although they were interrupted: %s at %s; their jobs: %s"
              .formatted(detail(of, "abandoned"), detail(of, "process"), detail(of, "jobIds"));
      case FAILING ->
          "%s of the %s attempts that ended in the last minute have failed"
              .formatted(detail(of, "failed"), detail(of, "ended"));
      case BEHIND -> late(of) + "its consumers do not keep up";
      case LIMITED ->
          late(of)
              + (of.details().containsKey("maxRunning")
                  ? "as many jobs run as maxRunning allows, " + detail(of, "maxRunning")
                  : "its rate is used up, " + detail(of, "rate"));
      case PAUSED ->
          late(of)
              + "the queue is paused"
              + (of.details().containsKey("until") ? " until " + detail(of, "until") : "");
      case DEAD -> of.jobs() == 1 ? "1 job is dead" : of.jobs() + " jobs are dead";
      case TARGET_DOWN -> "nothing is sent to the target" + lastSuccess(of) + failure(of);
      case DESTINATION_MISSING ->
          "the target takes nothing of the queue" + lastSuccess(of) + failure(of);
    };
  }

  private static String late(StoreProblem of) {
    // Seconds, as the text would change with each judgement otherwise.
    Duration late = Duration.ofSeconds(of.lateMillis() / 1_000);
    return "%s due, the first for %s: "
        .formatted(of.jobs() == 1 ? "1 job is" : of.jobs() + " jobs are", DurationText.exact(late));
  }

  private static String lastSuccess(StoreProblem of) {
    return of.details().containsKey("lastSuccessAt")
        ? ", last delivered " + detail(of, "lastSuccessAt")
        : "";
  }

  private static String failure(StoreProblem of) {
    return of.details().containsKey("failure") ? ": " + detail(of, "failure") : "";
  }

  private static String detail(StoreProblem of, String name) {
    return of.details().getOrDefault(name, "?");
  }
}
