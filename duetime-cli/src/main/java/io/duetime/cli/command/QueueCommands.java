package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.flag;
import static io.duetime.cli.remote.Param.text;

import io.duetime.cli.command.QueueList.TopOrder;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.client.http.ApiPath;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.json.JsonTrees;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands about queues: counts, pauses, settings, deletion. */
public final class QueueCommands {
  private static final String QUEUE = "/v1/queues/{QUEUE}";
  private static final String PATTERN = "The queue; '*' matches any characters of existing names.";

  private QueueCommands() {}

  /** Lists queues with their counts. */
  public static CommandLine queues(Terminal terminal) {
    return new CallCommand(terminal, "queues", "List queues and how many jobs each has by state.")
        .footer("duetime queues", "duetime queues --json")
        .calls(given -> QueueList.read(given.remote()))
        .printsLines((given, queues) ->
            QueueList.COLUMNS.table(TopOrder.NAME.sorted(queues)).lines().stream());
  }

  /** Pauses queues. */
  public static CommandLine pause(Terminal terminal) {
    return new CallCommand(
            terminal,
            "pause",
            "Pause a queue, or all queues whose names match a pattern.",
            "A paused queue's jobs are not claimed. Running jobs go on; jobs can be scheduled.")
        .operand("QUEUE", PATTERN)
        .oneOf(
            "0..1",
            text("--for", "TIME", "For this time: 30m; default: until it is resumed.")
                .as("pausedFor"),
            text("--until", "MOMENT", "Until this moment.").as("pausedUntil"))
        .footer("duetime pause orders --for 30m", "duetime pause 'mail/*'")
        .runs(given -> {
          Map<String, Object> change = given.fields();
          change.put("paused", true);
          return change(
              given,
              change,
              (queue, settings) -> {
                String until = settings.path("pausedUntil").asString("");
                return queue + " paused" + (until.isEmpty() ? "" : " until " + until);
              });
        });
  }

  /** Ends the pause of queues. */
  public static CommandLine resume(Terminal terminal) {
    return new CallCommand(
            terminal,
            "resume",
            "End the pause of a queue, or of all queues whose names match a pattern.")
        .operand("QUEUE", PATTERN)
        .footer("duetime resume orders", "duetime resume 'mail/*'")
        .runs(given ->
            change(given, Map.of("paused", false), (queue, settings) -> queue + " resumed"));
  }

  /** Changes the queue that the operand names, or all that match it as a pattern. */
  private static int change(
      Invocation given, Map<String, ?> change, BiFunction<String, JsonNode, String> words) {
    String operand = given.text("QUEUE");
    if (operand.indexOf('*') < 0) {
      ServerReply reply = given.remote().send("PATCH", given.path(QUEUE), change);
      JsonNode settings = reply.json();
      given.print(reply, Stream.of(words.apply(operand, settings)));
      QueueList.tellIfCreated(given, settings);
      return ExitCode.OK;
    }
    List<String> queues =
        QueueList.read(given.remote())
            .json()
            .path("queues")
            .valueStream()
            .map(queue -> queue.path("queue").asString())
            .filter(new QueuePattern(operand)::matches)
            .sorted()
            .toList();
    if (queues.isEmpty()) {
      throw new CommandFailure("no queue matches '" + operand + "'");
    }
    long failed = queues.stream().filter(queue -> !isChanged(given, queue, change, words)).count();
    return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
  }

  /** An invalid change ends the command; the failure of one queue does not. */
  private static boolean isChanged(
      Invocation given,
      String queue,
      Map<String, ?> change,
      BiFunction<String, JsonNode, String> words) {
    try {
      JsonNode settings = given.remote().send("PATCH", ApiPath.queue(queue), change).json();
      JsonNode line =
          JsonTrees.MAPPER.createObjectNode().put("queue", queue).set("settings", settings);
      given.print(ServerReply.ok(line.toString()), Stream.of(words.apply(queue, settings)));
      return true;
    } catch (CommandFailure failure) {
      if (failure.exitCode() == ExitCode.USAGE) {
        throw failure;
      }
      given.terminal().complain("duetime: " + queue + ": " + failure.getMessage());
      return false;
    }
  }

  /** Shows the settings of a queue, or changes some of them. */
  public static CommandLine settings(Terminal terminal) {
    return new CallCommand(
            terminal,
            "settings",
            "Show or change the settings of a queue.",
            "KEY= removes a limit or restores a default; 0 is no limit.")
        .operand("QUEUE", "The queue.")
        .rest(
            "KEY=VALUE",
            "0..*",
            SettingLines.KEYS,
            "The settings to change; others stay as they are. Keys: ${COMPLETION-CANDIDATES}.")
        .footer(
            "handOver is TARGET or TARGET?KEY=VALUE&KEY=VALUE, with values percent-encoded.",
            "A rate is set as a whole: rate=100/1m is short for rate.permits=100 rate.per=1m.",
            "duetime settings orders",
            "duetime settings orders maxRunning=20 rate=100/1m",
            "duetime settings orders rate= defaults.lease=",
            "duetime settings orders 'handOver=main?exchange=orders&routingKey=timeout'")
        .calls(QueueCommands::settings)
        .printsLines((given, settings) -> SettingLines.of(settings).stream());
  }

  private static ServerReply settings(Invocation given) {
    Remote remote = given.remote();
    List<String> changes = given.texts("KEY=VALUE");
    if (changes.isEmpty()) {
      return ServerReply.ok(remote.get(given.path(QUEUE)).json().path("settings").toString());
    }
    ServerReply reply = remote.send("PATCH", given.path(QUEUE), SettingLines.read(changes));
    JsonNode settings = reply.json();
    QueueList.tellIfCreated(given, settings);
    if (settings.path("warning").isString()) {
      given.terminal().complain("duetime: stored, but: " + settings.path("warning").stringValue());
    }
    return reply;
  }

  /** Deletes a queue. */
  public static CommandLine delete(Terminal terminal) {
    return new CallCommand(
            terminal,
            "delete",
            "Delete a queue with its settings and recurring jobs.",
            "A queue with jobs needs --all; its jobs are deleted, too, also running ones.")
        .operand("QUEUE", "The queue.")
        .options(flag("--all", "Delete a queue with jobs, and its jobs with it."))
        .footer("duetime delete orders --all")
        .calls(given -> given.remote().patient().delete(given.query(QUEUE)))
        .failsIf(answer -> !answer.path("deleted").asBoolean())
        .prints((given, answer) -> {
          if (!answer.path("deleted").asBoolean()) {
            throw new CommandFailure("there is no queue '" + given.text("QUEUE") + "'");
          }
          return given.text("QUEUE") + " deleted";
        });
  }
}
