package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.number;
import static io.duetime.cli.remote.Param.text;

import io.duetime.MissedTicks;
import io.duetime.Overlap;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.Terminal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands about recurring jobs. */
public final class RecurringCommands {
  private static final String ALL = "/v1/queues/{QUEUE}/recurring";
  private static final String ONE = ALL + "/{NAME}";
  private static final String QUEUE = "The queue.";
  private static final String NAME = "The recurring job's name.";
  private static final String KEEP_PENDING =
      "Keep the jobs that are already scheduled for its ticks.";

  private static final Columns LIST =
      new Columns()
          .with("NAME", "name")
          .with("SCHEDULE", "schedule")
          .with("NEXT TICK", "nextTicks/0", "-")
          .with("LAST TICK", "lastTick", "-")
          .with("MISSED", "missed")
          .with("SKIPPED", "skippedTicks", "0")
          .with("", job -> job.path("paused").asBoolean() ? "paused" : "");

  private static final Columns OF_ALL =
      new Columns()
          .with("QUEUE", "queue")
          .with("NAME", "definition/name")
          .with("SCHEDULE", "definition/schedule")
          .with("LAST TICK", "definition/lastTick", "-")
          .with("RESULT", "lastJob/state", "-")
          .with("DEAD", "dead")
          .with("LAST DEAD", "lastDead", "-")
          .with("NEXT TICK", "definition/nextTicks/0", "-");

  private RecurringCommands() {}

  /** Lists and changes recurring jobs. */
  public static CommandLine recurring(Terminal terminal) {
    return CallCommand.group(
        "recurring",
        "List, define, pause, run and remove recurring jobs.",
        List.of(
            "duetime recurring put mail report --cron '0 7 * * *' --zone Europe/Berlin",
            "duetime recurring list mail",
            "duetime recurring run mail report"),
        new CallCommand(
                terminal, "all", "List the recurring jobs of all queues, with their last results.")
            .options(number("--limit", "The most definitions; default: 100."))
            .footer("duetime recurring all --limit 1000")
            .gets("/v1/recurring")
            .printsTable("recurring", OF_ALL),
        new CallCommand(terminal, "list", "List a queue's recurring jobs.")
            .operand("QUEUE", QUEUE)
            .footer("duetime recurring list shop")
            .gets(ALL)
            .printsTable("recurring", LIST),
        new CallCommand(
                terminal, "pause", "Stop the ticks, and withdraw those that have not begun.")
            .operand("QUEUE", QUEUE)
            .operand("NAME", NAME)
            .footer("duetime recurring pause shop sync")
            .sends("POST", ONE + "/pause")
            .prints((given, view) -> state(view, "paused")),
        remove(terminal),
        new CallCommand(
                terminal,
                "resume",
                "Start the ticks again; --missed of the definition decides about missed ticks.")
            .operand("QUEUE", QUEUE)
            .operand("NAME", NAME)
            .footer("duetime recurring resume shop sync")
            .sends("POST", ONE + "/resume")
            .prints((given, view) -> state(view, "resumed")),
        new CallCommand(terminal, "run", "Schedule one job of it now, even while it is paused.")
            .operand("QUEUE", QUEUE)
            .operand("NAME", NAME)
            .footer("duetime recurring run shop sync")
            .sends("POST", ONE + "/run")
            .prints((given, result) -> LiveJobCommands.scheduled(result)),
        put(terminal));
  }

  private static CommandLine remove(Terminal terminal) {
    return new CallCommand(
            terminal,
            "remove",
            "Remove the definition; there are no more ticks.",
            "Ticks that have not begun are withdrawn, unless --keep-pending keeps them.")
        .operand("QUEUE", QUEUE)
        .operand("NAME", NAME)
        .options(flag("--keep-pending", KEEP_PENDING))
        .footer("duetime recurring remove shop sync")
        .deletes(ONE)
        .failsIf(answer -> !answer.path("removed").asBoolean())
        .prints((given, answer) -> {
          if (!answer.path("removed").asBoolean()) {
            throw new CommandFailure(
                "there is no recurring job '%s' in queue '%s'"
                    .formatted(given.text("NAME"), given.text("QUEUE")));
          }
          return given.text("NAME") + " removed" + pending(answer);
        });
  }

  private static CommandLine put(Terminal terminal) {
    return new CallCommand(
            terminal,
            "put",
            "Define or change a recurring job.",
            "Repeating the same definition changes nothing; a paused one stays paused.")
        .operand("QUEUE", QUEUE)
        .operand("NAME", "Its name; each tick is a job with the id NAME@MOMENT.")
        .optional("PAYLOAD", "The payload; '-' reads standard input; default: none.")
        .oneOf(
            "1",
            text(
                "--cron",
                "EXPRESSION",
                "Five fields, six with seconds first, or a macro such as @daily."),
            text("--every", "TIME", "An interval: 30s, 5m, 12h."))
        .options(
            text("--zone", "ZONE", "The time zone of --cron, such as Europe/Berlin; default: UTC."),
            text(
                "--from",
                "MOMENT",
                "A tick from which --every counts; default: 1970-01-01T00:00:00Z."),
            text("--missed", "LATEST|ALL|NONE", "Which missed ticks run later; default: LATEST.")
                .words(MissedTicks.class),
            text(
                    "--overlap",
                    "ALLOW|SKIP|WAIT",
                    "A tick while an earlier job has not ended runs, is dropped or waits; default:"
                        + " ALLOW.")
                .words(Overlap.class),
            flag("--paused", "Pause it; it does not tick until it is resumed."),
            text("--grace", "TIME", "With --missed NONE: how late a tick may start; default: 1m."),
            text("--until", "MOMENT", "The last moment of a tick."),
            number("--times", "End after N ticks that ran."),
            flag("--first-now", "Also tick now, if it is new."),
            text("--owner", "NAME", "Who puts it, such as an application; default: nobody."),
            flag("--keep-pending", KEEP_PENDING))
        .options(JobOptions.traits("tags"))
        .options(JobOptions.payload())
        .footer(
            "duetime recurring put mail report --cron '0 7 * * *' --zone Europe/Berlin",
            "duetime recurring put shop sync '{\"full\":false}' --every 5m --overlap SKIP")
        .calls(RecurringCommands::define)
        .prints((given, view) -> state(view, "put"));
  }

  private static ServerReply define(Invocation given) {
    Map<String, Object> fields = given.fields();
    byte[] payload = JobOptions.readPayload(given);
    // Base64 keeps every byte of any type.
    fields.put("payloadBase64", Base64.getEncoder().encodeToString(payload));
    fields.put("contentType", JobOptions.contentType(given, payload));
    fields.put("headers", given.pairs("--header"));
    return given.remote().send("PUT", given.path(ONE), fields);
  }

  /** A line about the state of a definition. */
  private static String state(JsonNode view, String done) {
    String next = view.at("/nextTicks/0").asString("");
    String ticks = next.isEmpty() ? "" : ", next tick " + next;
    String paused = view.path("paused").asBoolean() && !done.equals("paused") ? ", paused" : "";
    return view.path("name").asString() + " " + done + paused + ticks + pending(view);
  }

  private static String pending(JsonNode answer) {
    String ids =
        answer
            .path("pending")
            .valueStream()
            .map(JsonNode::asString)
            .collect(Collectors.joining(", "));
    return ids.isEmpty() ? "" : "; scheduled: " + ids;
  }
}
