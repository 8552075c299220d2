package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.number;
import static io.duetime.cli.remote.Param.repeatable;
import static io.duetime.cli.remote.Param.text;

import io.duetime.DeathReason;
import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands about dead jobs. */
public final class DeadCommands {
  private static final String DEAD = "/v1/queues/{QUEUE}/dead";

  private static final Columns LIST =
      new Columns()
          .with("ID", "id")
          .with("DIED", "endedAt")
          .with("REASON", "reason")
          .with("ATTEMPT", "attempt")
          .with("ERROR", job -> lastError(job).lines().findFirst().orElse(""));

  private static final Columns GROUPS =
      new Columns()
          .with("COUNT", "count")
          .with("REASON", "reason")
          .with("FIRST", "firstAt")
          .with("LAST", "lastAt")
          .with("EXAMPLE", "exampleId")
          .with("ERROR", "error");

  private static final Columns FINGERPRINTS =
      new Columns()
          .with("COUNT", "count")
          .with("FINGERPRINT", "fingerprint")
          .with("FIRST", "firstAt")
          .with("LAST", "lastAt")
          .with("EXAMPLE", "exampleId")
          .with("ERROR", "error");

  private DeadCommands() {}

  /** Lists, redrives and purges dead jobs. */
  public static CommandLine dead(Terminal terminal) {
    return CallCommand.group(
        "dead",
        "List, redrive or purge dead jobs (dead letters).",
        List.of(
            "duetime dead list orders --group-by reason",
            "duetime dead redrive orders --reason EXHAUSTED --first 10%% --per-second 20",
            "duetime dead purge orders --to 2026-11-01T00:00:00Z --dry-run"),
        purge(terminal),
        redrive(terminal),
        list(terminal));
  }

  /** A job has to pass every filter. */
  private static Param[] filter() {
    return new Param[] {
      text("--from", "MOMENT", "Died at this moment or later."),
      text("--to", "MOMENT", "Died before this moment."),
      repeatable("--tag", "TAG", "With this tag; with all of several."),
      text("--reason", "REASON", "EXHAUSTED (no attempt left), BURIED or EXPIRED.")
          .words(DeathReason.class)
    };
  }

  /** Filters by the last failure, for dead jobs and others. */
  static Param[] failure() {
    return new Param[] {
      text("--fingerprint", "FP", "Whose last failure has this fingerprint."),
      text("--error-like", "TEXT", "Whose last error contains this text.").as("errorLike")
    };
  }

  private static Param[] selection() {
    return new Param[] {
      repeatable("--id", "ID", "This job; can be repeated; '-' reads ids from standard input.")
          .as("ids"),
      flag("--all", "Every dead job of the queue."),
      flag("--dry-run", "Only count the selected jobs.").local()
    };
  }

  private static CommandLine redrive(Terminal terminal) {
    return new CallCommand(
            terminal,
            "redrive",
            "Make dead jobs due again, with new attempts and without their expiry.",
            "Exits with 1 if the queue's quota has no room for all of them, or too many fail again.")
        .operand("QUEUE", "The queue.")
        .options(filter())
        .options(failure())
        .options(selection())
        .options(
            text("--spread", "TIME", "Spread the due times over this time; default: due now."),
            text("--first", "N", "Only so many of them, or a share such as 10%%."),
            number("--per-second", "N jobs per second, as a task that watches how they go."),
            text("--stop-at-failures", "SHARE", "Stop if more fail; with --per-second: 20%%.")
                .as("stopAtFailures"))
        .footer(
            "duetime dead redrive orders --id order-42",
            "duetime dead redrive orders --all --first 10%% --per-second 20")
        .runs(given -> {
          ServerReply sum = change(given, "redrive", " to redrive", " redriven");
          JsonNode answer = sum.json();
          long refused = answer.path("refused").asLong(0);
          if (refused > 0 && !given.isJson()) {
            given
                .terminal()
                .complain(
                    "duetime: %d not redriven: %s (%s)"
                        .formatted(
                            refused,
                            answer.at("/error/detail").asString(""),
                            answer.at("/error/code").asString("")));
          }
          return refused > 0 ? ExitCode.FAILED : ExitCode.OK;
        });
  }

  private static CommandLine purge(Terminal terminal) {
    return new CallCommand(terminal, "purge", "Remove dead jobs for good.")
        .operand("QUEUE", "The queue.")
        .options(filter())
        .options(failure())
        .options(selection())
        .footer("duetime dead purge orders --reason EXPIRED --to 2026-11-01T00:00:00Z")
        .runs(given -> {
          change(given, "purge", " to purge", " purged");
          return ExitCode.OK;
        });
  }

  private static ServerReply change(Invocation given, String action, String planned, String done) {
    Map<String, Object> fields = given.fields();
    boolean isDryRun = given.is("--dry-run");
    if (given.texts("--id").equals(List.of("-"))) {
      fields.put("ids", given.inputLines());
    }
    boolean isSelected =
        Stream.of("from", "to", "tag", "reason", "fingerprint", "errorLike", "ids", "all")
            .anyMatch(fields::containsKey);
    if (!isSelected && !isDryRun) {
      throw new InvalidRequestException(
          "filter",
          null,
          "--from, --to, --tag, --reason, --fingerprint, --error-like or --id, or --all for every"
              + " dead job");
    }
    String path = given.path("/v1/queues/{QUEUE}/") + action + (isDryRun ? "?dryRun=true" : "");
    ServerReply sum = given.ended(given.remote().patient().send("POST", path, fields));
    String what = isDryRun ? planned : done + TaskCommands.outcome(sum.json());
    given.print(sum, Stream.of(sum.json().path("changed").asLong() + what));
    return sum;
  }

  private static CommandLine list(Terminal terminal) {
    return new CallCommand(terminal, "list", "List dead jobs, the first to die first.")
        .operand("QUEUE", "The queue.")
        .options(filter())
        .options(failure())
        .options(
            number("--limit", "The most jobs to list; default: 100.").local(),
            text(
                "--group-by",
                "HOW",
                "Count them by reason (and first line of the error) or by fingerprint."))
        .footer(
            "duetime dead list orders --reason BURIED --from 2026-11-20T00:00:00Z",
            "duetime dead list orders --group-by reason")
        .runs(given -> {
          if (given.find("--group-by").isEmpty()) {
            return JobPages.list(given, DEAD, LIST);
          }
          return listGroups(given, DEAD);
        });
  }

  /** Prints the groups that {@code --group-by} asks for. */
  static int listGroups(Invocation given, String path) {
    given
        .find("--limit")
        .ifPresent(limit -> {
          throw new InvalidRequestException("--limit", limit, "only without --group-by");
        });
    ServerReply reply = given.remote().get(given.query(path));
    JsonNode answer = reply.json();
    Columns columns = given.text("--group-by").equals("reason") ? GROUPS : FINGERPRINTS;
    given.print(reply, columns.table(answer.path("groups")).lines().stream());
    if (!given.isJson() && !answer.path("complete").asBoolean()) {
      given.terminal().complain("Not all jobs were counted; there are more.");
    }
    return ExitCode.OK;
  }

  private static String lastError(JsonNode job) {
    String message = job.path("message").asString("");
    JsonNode history = job.path("history");
    return message.isEmpty() && !history.isEmpty()
        ? history.get(history.size() - 1).path("error").asString("")
        : message;
  }
}
