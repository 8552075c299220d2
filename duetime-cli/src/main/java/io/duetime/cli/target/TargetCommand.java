package io.duetime.cli.target;

import static io.duetime.cli.remote.Remote.path;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import io.duetime.server.json.StrictJson;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists, shows, puts, probes and deletes the targets of hand-overs. */
@Command(
    name = "target",
    description = "List, show, put, probe or delete the targets to which queues are handed over.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  duetime target put main type=rabbitmq uri=amqp://broker:5672 user=duetime "
          + "passwordFile=rabbitmq",
      "  duetime settings orders 'handOver=main?exchange=orders&routingKey=timeout'",
      "  duetime target list"
    })
public final class TargetCommand {
  private static final Set<String> FIRST = Set.of("name", "source", "type", "status");

  private final Terminal terminal;

  /** Prints to the terminal. */
  public TargetCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Command(
      name = "list",
      description = {
        "List targets, with the state that the server which answers knows. FOR: the queues whose "
            + "admins may use it."
      },
      footer = {"%nExample:", "  duetime target list"},
      mixinStandardHelpOptions = true)
  int list(@Mixin ServerOptions server) {
    ServerReply reply = server.connect(terminal).get(path("v1", "targets")).orFail();
    if (server.isJson()) {
      terminal.print(reply.text());
      return ExitCode.OK;
    }
    Table table = new Table("TARGET", "TYPE", "FOR", "STATE", "QUEUES", "LAST FAILURE");
    reply
        .json()
        .path("targets")
        .forEach(target ->
            table.row(
                target.path("name").asString(),
                target.path("type").asString(),
                target.path("queues").asString("-"),
                target.at("/status/state").asString(),
                String.join(",", target.at("/status/inFlight").propertyNames()),
                target.at("/status/lastFailure").asString("")));
    table.lines().forEach(terminal::print);
    return ExitCode.OK;
  }

  @Command(
      name = "show",
      description = "Show the settings and the state of a target.",
      footer = {"%nExample:", "  duetime target show main"},
      mixinStandardHelpOptions = true)
  int show(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "NAME", description = "The target.") String name) {
    return tell(server, server.connect(terminal).get(path("v1", "targets", name)).orFail());
  }

  @Command(
      name = "put",
      description = {
        "Store a target, in place of an earlier one of that name.",
        "Secrets are named: passwordFile=NAME in the server's secrets-folder, or passwordEnv=NAME.",
        "queues=PATTERN,… names the queues whose admins may use it; admins of the store use any."
      },
      footer = {
        "%nExample:",
        "  duetime target put main type=rabbitmq uri=amqp://broker:5672 user=duetime "
            + "passwordFile=rabbitmq"
      },
      mixinStandardHelpOptions = true)
  int put(
      @Mixin ServerOptions server,
      @Parameters(index = "0", paramLabel = "NAME", description = "The target.") String name,
      @Parameters(
              index = "1..*",
              arity = "1..*",
              paramLabel = "KEY=VALUE",
              description = "The type, and the settings of the type.")
          List<String> settings) {
    return tell(
        server,
        server.connect(terminal).putJson(path("v1", "targets", name), body(settings)).orFail());
  }

  @Command(
      name = "probe",
      description = {
        "End the pause of a target: the server that answers sends one job of each of its queues "
            + "at once, and goes on when one is confirmed."
      },
      footer = {"%nExample:", "  duetime target probe main"},
      mixinStandardHelpOptions = true)
  int probe(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "NAME", description = "The target.") String name) {
    return tell(
        server, server.connect(terminal).post(path("v1", "targets", name, "probe"), "{}").orFail());
  }

  private static String body(List<String> settings) {
    ObjectNode body = StrictJson.MAPPER.createObjectNode();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals <= 0 || body.has(setting.substring(0, equals))) {
        throw new InvalidRequestException("setting", setting, "KEY=VALUE, each key once");
      }
      body.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return body.toString();
  }

  private int tell(ServerOptions server, ServerReply reply) {
    if (server.isJson()) {
      terminal.print(reply.text());
      return ExitCode.OK;
    }
    JsonNode target = reply.json();
    terminal.print("type=" + target.path("type").asString());
    target.forEachEntry((key, value) -> {
      if (!FIRST.contains(key)) {
        terminal.print(key + "=" + value.asString());
      }
    });
    line("source", target.path("source"));
    terminal.print("state: " + target.at("/status/state").asString());
    line("failing since", target.at("/status/failingSince"));
    line("open until", target.at("/status/openUntil"));
    line("last failure", target.at("/status/lastFailure"));
    target
        .at("/status/inFlight")
        .forEachEntry((queue, messages) ->
            terminal.print("queue %s: %s in flight".formatted(queue, messages.asString())));
    target
        .at("/status/problems")
        .forEachEntry((queue, problem) ->
            terminal.print("queue %s: %s".formatted(queue, problem.asString())));
    return ExitCode.OK;
  }

  private void line(String label, JsonNode value) {
    if (!value.isMissingNode()) {
      terminal.print(label + ": " + value.asString());
    }
  }

  @Command(
      name = "delete",
      description = "Delete a target that no queue uses.",
      footer = {"%nExample:", "  duetime target delete main"},
      mixinStandardHelpOptions = true)
  int delete(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "NAME", description = "The target.") String name) {
    ServerReply reply = server.connect(terminal).delete(path("v1", "targets", name)).orFail();
    terminal.print(server.isJson() ? reply.text() : "deleted " + name);
    return ExitCode.OK;
  }
}
