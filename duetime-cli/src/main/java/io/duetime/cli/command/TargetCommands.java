package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.text;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.json.JsonTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands about the targets of hand-overs. */
public final class TargetCommands {
  private static final String TARGET = "/v1/targets/{NAME}";
  private static final String NAME = "The target.";
  private static final String PUT =
      "duetime target put main type=rabbitmq uri=amqp://broker:5672 user=duetime "
          + "passwordFile=rabbitmq";
  private static final Set<String> FIRST = Set.of("name", "source", "type", "status");

  private static final Columns LIST =
      new Columns()
          .with("TARGET", "name")
          .with("TYPE", "type")
          .with("FOR", "queues", "-")
          .with("STATE", "status/state")
          .with("QUEUES", target -> String.join(",", target.at("/status/inFlight").propertyNames()))
          .with("LAST SUCCESS", "status/lastSuccessAt")
          .with("LAST FAILURE", "status/lastFailure");

  private TargetCommands() {}

  /** Lists, shows, puts, tries, probes and deletes targets. */
  public static CommandLine target(Terminal terminal) {
    return CallCommand.group(
        "target",
        "List, show, put, test, probe or delete the targets to which queues are handed over.",
        List.of(
            PUT,
            "duetime settings orders 'handOver=main?exchange=orders&routingKey=timeout'",
            "duetime target list"),
        new CallCommand(terminal, "delete", "Delete a target that no queue uses.")
            .operand("NAME", NAME)
            .footer("duetime target delete main")
            .runs(given -> {
              ServerReply reply = given.remote().delete(given.path(TARGET));
              given.print(reply, Stream.of("deleted " + given.text("NAME")));
              return ExitCode.OK;
            }),
        new CallCommand(
                terminal,
                "list",
                "List targets, with the state that the server which answers knows. FOR: the queues"
                    + " whose admins may use it.")
            .footer("duetime target list")
            .gets("/v1/targets")
            .printsTable("targets", LIST),
        new CallCommand(
                terminal,
                "probe",
                "End the pause of a target: the server that answers sends one job of each of its"
                    + " queues at once, and goes on when one is confirmed.")
            .operand("NAME", NAME)
            .footer("duetime target probe main")
            .sends("POST", TARGET + "/probe")
            .printsLines((given, target) -> lines(target)),
        new CallCommand(
                terminal,
                "put",
                "Store a target, in place of an earlier one of that name.",
                "Secrets are named: passwordFile=NAME in the server's secrets-folder, or"
                    + " passwordEnv=NAME.",
                "queues=PATTERN,… names the queues whose admins may use it; admins of the store use"
                    + " any.")
            .operand("NAME", NAME)
            .rest("KEY=VALUE", "1..*", List.of(), "The type, and the settings of the type.")
            .footer(PUT)
            .calls(given -> given.remote().send("PUT", given.path(TARGET), settings(given)))
            .printsLines((given, target) -> lines(target)),
        new CallCommand(terminal, "show", "Show the settings and the state of a target.")
            .operand("NAME", NAME)
            .footer("duetime target show main")
            .gets(TARGET)
            .printsLines((given, target) -> lines(target)),
        new CallCommand(
                terminal,
                "test",
                "Send a message that is marked as a test to a target, and tell what became of it.")
            .operand("NAME", NAME)
            .rest("KEY=VALUE", "0..*", List.of(), "The settings of the destination.")
            .options(
                text(
                    "--queue",
                    "QUEUE",
                    "The queue that it seems to come from; without KEY=VALUE it goes to the"
                        + " destination of this queue."))
            .footer(
                "duetime target test main exchange=orders routingKey=timeout",
                "duetime target test main --queue orders")
            .calls(given -> given.remote().send("POST", given.path(TARGET) + "/test", test(given)))
            .failsIf(tried -> !tried.path("outcome").asString().equals("CONFIRMED"))
            .prints((given, tried) ->
                "%s in %d ms %s"
                    .formatted(
                        tried.path("outcome").asString(),
                        tried.path("millis").asLong(),
                        tried.path("message").asString())
                    .strip()));
  }

  private static ObjectNode test(Invocation given) {
    ObjectNode test = JsonTrees.MAPPER.createObjectNode();
    given.find("--queue").ifPresent(queue -> test.put("queue", queue));
    test.set("destination", settings(given));
    return test;
  }

  private static ObjectNode settings(Invocation given) {
    ObjectNode settings = JsonTrees.MAPPER.createObjectNode();
    for (String setting : given.texts("KEY=VALUE")) {
      int equals = setting.indexOf('=');
      if (equals <= 0 || settings.has(setting.substring(0, equals))) {
        throw new InvalidRequestException("setting", setting, "KEY=VALUE, each key once");
      }
      settings.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return settings;
  }

  private static Stream<String> lines(JsonNode target) {
    List<String> lines = new ArrayList<>();
    lines.add("type=" + target.path("type").asString());
    target.forEachEntry((key, value) -> {
      if (!FIRST.contains(key)) {
        lines.add(key + "=" + value.asString());
      }
    });
    add(lines, "source", target.path("source"));
    add(lines, "state", target.at("/status/state"));
    add(lines, "failing since", target.at("/status/failingSince"));
    add(lines, "open until", target.at("/status/openUntil"));
    add(lines, "last success", target.at("/status/lastSuccessAt"));
    add(lines, "last failure", target.at("/status/lastFailure"));
    target
        .at("/status/inFlight")
        .forEachEntry((queue, messages) ->
            lines.add("queue %s: %s in flight".formatted(queue, messages.asString())));
    target
        .at("/status/problems")
        .forEachEntry(
            (queue, problem) -> lines.add("queue %s: %s".formatted(queue, problem.asString())));
    return lines.stream();
  }

  private static void add(List<String> lines, String label, JsonNode value) {
    if (!value.isMissingNode()) {
      lines.add(label + ": " + value.asString());
    }
  }
}
