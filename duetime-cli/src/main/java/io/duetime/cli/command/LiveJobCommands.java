package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.number;
import static io.duetime.cli.remote.Param.repeatable;
import static io.duetime.cli.remote.Param.text;

import io.duetime.InvalidRequestException;
import io.duetime.OnConflict;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.json.JsonTrees;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands about jobs. */
public final class LiveJobCommands {
  private static final String QUEUE = "The queue.";
  private static final String JOBS = "/v1/queues/{QUEUE}/jobs";
  private static final String JOB = JOBS + "/{ID}";
  private static final int IDS_AT_ONCE = 1_000;
  private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9._-]+");
  private static final List<String> STATES =
      List.of("DELAYED", "READY", "RUNNING", "DEAD", "DONE", "CANCELLED", "RETRYING");
  private static final Pattern ASCII = Pattern.compile("[ -~]*");

  /** Begins further lines of a value, so that none of them reads as a field. */
  private static final String LINE_OF_VALUE = "\n" + " ".repeat(15);

  private static final Columns LIST =
      new Columns()
          .with("ID", "id")
          .with("STATE", "state")
          .with("DUE", "dueAt")
          .with("ATTEMPT", "attempt")
          .with("PRIORITY", "priority");

  private LiveJobCommands() {}

  /** Schedules one job. */
  public static CommandLine put(Terminal terminal) {
    return new CallCommand(terminal, "put", "Schedule a job.")
        .operand("QUEUE", "The queue; its first job creates it.")
        .operand("ID", "Your id; the same id names the same job.")
        .optional("PAYLOAD", "The payload; '-' reads standard input; default: none.")
        .options(
            text("--delay", "TIME", "Due this long from now: 500ms, 30m, 7d."),
            text(
                    "--at",
                    "MOMENT",
                    "Due at this moment: 2026-11-20T07:00:00Z, or epoch milliseconds.")
                .as("dueAt"),
            text(
                    "--on-conflict",
                    "RULE",
                    "If the id exists: KEEP (default), KEEP_UNFINISHED, REPLACE, REJECT, EARLIEST,"
                        + " LATEST, DEBOUNCE.")
                .words(OnConflict.Rule.class),
            text("--max-wait", "TIME", "The longest wait of DEBOUNCE."),
            text("--expires-at", "MOMENT", "Expires at this moment."),
            text(
                "--spread",
                "TIME",
                "Delay the due time within this window by a hash of queue and id."))
        .options(JobOptions.traits("tag"))
        .options(JobOptions.payload())
        .footer("duetime put order-timeouts order-42 '{\"order\":42}' --delay 30m")
        .calls(LiveJobCommands::schedule)
        .prints((given, result) -> scheduled(result));
  }

  private static ServerReply schedule(Invocation given) {
    byte[] payload = JobOptions.readPayload(given);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", JobOptions.contentType(given, payload));
    headers.put("Idempotency-Key", UUID.randomUUID().toString());
    given
        .pairs("--header")
        .forEach((name, value) -> headers.put("Duetime-Header-" + name, ascii(name, value)));
    return given.remote().send("PUT", given.query(JOB), payload, headers);
  }

  private static String ascii(String name, String value) {
    if (!HEADER_NAME.matcher(name).matches() || !ASCII.matcher(value).matches()) {
      throw new InvalidRequestException(
          "--header",
          name + "=" + value,
          "NAME=VALUE in ASCII, NAME of letters, digits, - _ and .");
    }
    return value;
  }

  /** A line about the result of scheduling a job. */
  static String scheduled(JsonNode result) {
    return result.path("id").asString() + " " + outcome(result) + due(result);
  }

  private static String outcome(JsonNode result) {
    return result.path("outcome").asString().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String due(JsonNode result) {
    return result.has("dueAt") ? ", due " + result.path("dueAt").asString() : "";
  }

  /** Shows one job with its payload and history. */
  public static CommandLine show(Terminal terminal) {
    return new CallCommand(terminal, "show", "Show a job.")
        .operand("QUEUE", QUEUE)
        .operand("ID", "The job's id.")
        .footer("duetime show orders order-42")
        .gets(JOB)
        .printsLines((given, job) ->
            job.propertyStream()
                .filter(field -> !field.getValue().isContainer() || !field.getValue().isEmpty())
                .map(field -> shown(field.getKey(), field.getValue())));
  }

  private static String shown(String name, JsonNode value) {
    String text =
        value.isString() ? value.stringValue() : JsonTrees.MAPPER.writeValueAsString(value);
    return "%-14s %s".formatted(name, text.replace("\n", LINE_OF_VALUE));
  }

  /** Explains why a job is not running. */
  public static CommandLine explain(Terminal terminal) {
    return new CallCommand(
            terminal, "explain", "Explain why a job is not running, or that it is running.")
        .operand("QUEUE", QUEUE)
        .operand("ID", "The job's id.")
        .footer("duetime explain orders order-42")
        .gets(JOB + "/explain")
        .prints((given, explanation) -> ExplanationText.sentence(explanation));
  }

  /** Lists jobs by due time. */
  public static CommandLine list(Terminal terminal) {
    return new CallCommand(terminal, "list", "List jobs, earliest due time first.")
        .operand("QUEUE", QUEUE)
        .options(
            repeatable(
                    "--state",
                    "STATE",
                    "Only these: DELAYED, READY, RUNNING, DEAD, DONE, CANCELLED; RETRYING: waiting jobs"
                        + " that have failed before.")
                .split()
                .words(STATES),
            text("--from", "MOMENT", "Due at this moment or later."),
            text("--to", "MOMENT", "Due before this moment."),
            repeatable("--tag", "TAG", "With this tag; with all of several."),
            number("--limit", "The most jobs to list; default: 100.").local(),
            text("--group-by", "fingerprint", "Count those that have failed by fingerprint."))
        .options(DeadCommands.failure())
        .footer(
            "duetime list orders --state DELAYED --limit 20",
            "duetime list orders --state DELAYED,READY --group-by fingerprint")
        .runs(given ->
            given.find("--group-by").isEmpty()
                ? JobPages.list(given, JOBS, LIST)
                : DeadCommands.listGroups(given, JOBS));
  }

  /** Finds jobs over all queues. */
  public static CommandLine search(Terminal terminal) {
    return new CallCommand(
            terminal,
            "search",
            "Find jobs over all queues by id, tag or text.",
            "A text is looked for in ids and payloads, until Ctrl-C or the end of the queues.")
        .optional("ID", "The job's id.")
        .options(
            text("--tag", "TAG", "With this tag; counts them by queue."),
            text("--text", "TEXT", "Whose id or payload contains this text."),
            number("--limit", "The most jobs to list; default: 100."),
            flag("--cancel", "Cancel the waiting jobs with the tag, in all queues.").local())
        .footer(
            "duetime search order-42",
            "duetime search --tag customer-7",
            "duetime search --tag customer-7 --cancel",
            "duetime search --text \"'sku': 4711\"")
        .runs(JobSearch::run);
  }

  /** Changes the due time of a waiting job. */
  public static CommandLine reschedule(Terminal terminal) {
    return new CallCommand(terminal, "reschedule", "Change the due time of a waiting job.")
        .operand("QUEUE", QUEUE)
        .operand("ID", "The job's id.")
        .oneOf(
            "1",
            text("--delay", "TIME", "Due this long from now: 30m."),
            text("--at", "MOMENT", "Due at this moment.").as("dueAt"),
            flag("--now", "Due now.").as("delay").sending("0s"))
        .options(
            text("--only", "EARLIER|LATER", "Only if that makes it due earlier, or later."),
            text("--if-due-at", "MOMENT", "Only if it is still due at this moment."))
        .footer("duetime reschedule orders order-42 --delay 1h")
        .sends("PATCH", JOB)
        .failsIf(result -> !result.path("outcome").asString().equals("RESCHEDULED"))
        .prints((given, result) -> given.text("ID") + " " + outcome(result) + due(result));
  }

  /** Cancels jobs by id, or all waiting jobs that pass a filter. */
  public static CommandLine cancel(Terminal terminal) {
    return new CallCommand(
            terminal,
            "cancel",
            "Cancel jobs; prints CANCELLED, RUNNING, DONE, DEAD or UNKNOWN for each.",
            "With --tag, --from, --to or --all: the waiting jobs that pass every filter.")
        .operand("QUEUE", QUEUE)
        .rest("ID", "0..*", List.of(), "The jobs; '-' reads ids from standard input, one per line.")
        .options(
            repeatable("--tag", "TAG", "With this tag; with all of several."),
            text("--from", "MOMENT", "Due at this moment or later."),
            text("--to", "MOMENT", "Due before this moment."),
            flag("--all", "Every waiting job."),
            flag("--dry-run", "Only count the jobs that pass the filter."))
        .options(DeadCommands.failure())
        .footer(
            "duetime cancel orders order-42 order-43",
            "duetime cancel orders --tag customer-7 --dry-run")
        .runs(LiveJobCommands::cancel);
  }

  private static int cancel(Invocation given) {
    List<String> ids = given.texts("ID");
    boolean isFiltered = !given.fields().isEmpty();
    if (isFiltered != ids.isEmpty()) {
      throw new InvalidRequestException(
          "ID", ids.isEmpty() ? null : ids.get(0), "ids, or a filter such as --tag, or --all");
    }
    if (isFiltered) {
      ServerReply sum = given.ended(given.remote().patient().delete(given.query(JOBS)));
      String done = given.is("--dry-run") ? " to cancel" : " cancelled";
      given.print(sum, Stream.of(sum.json().path("changed").asLong() + done));
    } else if (ids.equals(List.of("-"))) {
      cancelLines(given);
    } else {
      cancel(given, ids);
    }
    return ExitCode.OK;
  }

  private static void cancelLines(Invocation given) {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(given.terminal().in(), StandardCharsets.UTF_8));
    List<String> gathered = new ArrayList<>();
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          gathered.add(line.strip());
        }
        if (gathered.size() == IDS_AT_ONCE || (!gathered.isEmpty() && !lines.ready())) {
          cancel(given, gathered);
          gathered.clear();
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    if (!gathered.isEmpty()) {
      cancel(given, gathered);
    }
  }

  private static void cancel(Invocation given, List<String> ids) {
    ServerReply reply =
        given.remote().send("POST", given.path(JOBS + "/cancel"), Map.of("ids", ids));
    given.print(
        reply,
        reply
            .json()
            .path("results")
            .valueStream()
            .map(result -> result.path("id").asString() + " " + outcome(result)));
  }

  /** Writes the explanation of a job's state as a sentence. */
  static final class ExplanationText {
    private static final Set<String> APART =
        Set.of(
            "why",
            "attempt",
            "maxAttempts",
            "retriesFor",
            "lastError",
            "mayHaveArrived",
            "message",
            "abandoned");

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
            case "OVERLAP" -> "an earlier job of its recurring job has not ended";
            case "EXPIRED" -> "it has expired; the next claim ends it";
            case "PAUSED" -> "the queue is paused";
            case "CONCURRENCY_LIMITED" ->
                "the queue runs as many jobs at once as maxRunning allows";
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
      String hanging = explanation.path("abandoned").asString("");
      return why
          + details
          + (hanging.isEmpty() ? "" : "; abandoned handlers: " + hanging)
          + attempts(explanation)
          + error(explanation);
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
}
