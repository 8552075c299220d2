package io.duetime.cli.token;

import static io.duetime.cli.remote.Remote.path;

import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import io.duetime.internal.client.QueuePattern;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists, changes, rotates and revokes tokens; {@link TokenCreateCommand} makes them. */
@Command(
    name = "token",
    description = "Make, list, change, rotate or revoke tokens.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  duetime token create root --grant admin",
      "  duetime token create orders-app --grant 'produce,read=orders*' --expires-after 90d",
      "  duetime token rotate orders-app --overlap 1h",
      "  duetime token revoke orders-app"
    })
public final class TokenCommand {
  private final Terminal terminal;

  /** Prints to the terminal. */
  public TokenCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Command(
      name = "list",
      description = "List tokens, without their secrets.",
      footer = {"%nExample:", "  duetime token list"},
      mixinStandardHelpOptions = true)
  int list(@Mixin ServerOptions server) {
    ServerReply reply = server.connect(terminal).get(path("v1", "tokens")).orFail();
    if (server.isJson()) {
      terminal.print(reply.text());
    } else {
      table(reply.json()).lines().forEach(terminal::print);
    }
    return ExitCode.OK;
  }

  private Table table(JsonNode reply) {
    Table table = new Table("TOKEN", "GRANTS", "EXPIRES", "RATE", "JOBS", "CHANGED");
    reply
        .path("tokens")
        .forEach(token ->
            table.row(
                token.path("name").asString(),
                grants(token.path("grants")),
                expiry(token),
                rate(token, "requestsPerSecond"),
                rate(token, "jobsPerSecond"),
                token.path("changedAt").asString("")));
    return table;
  }

  private String expiry(JsonNode token) {
    String moment = token.path("expiresAt").asString("");
    if (moment.isEmpty()) {
      return "never";
    }
    boolean isOver = Instant.parse(moment).isBefore(terminal.time().instant());
    return isOver ? moment + " (expired)" : moment;
  }

  private static String rate(JsonNode token, String field) {
    long perSecond = token.path(field).asLong();
    return perSecond == 0 ? "-" : perSecond + "/s";
  }

  private static String grants(JsonNode grants) {
    return grants
        .valueStream()
        .map(grant -> texts(grant.path("roles")) + "=" + texts(grant.path("queues")))
        .collect(Collectors.joining(" "));
  }

  private static String texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).collect(Collectors.joining(","));
  }

  @Command(
      name = "change",
      description = "Change what a token may do, its expiry or its rate; the secret stays.",
      footer = {"%nExample:", "  duetime token change orders-app --requests-per-second 100"},
      mixinStandardHelpOptions = true)
  int change(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "NAME", description = "The token.") String name,
      @Mixin TokenTerms terms) {
    return tell(
        server,
        server.connect(terminal).patch(path("v1", "tokens", name), Bodies.of(terms.body())));
  }

  @Command(
      name = "rotate",
      description = "Give a token a new secret, and print it.",
      footer = {"%nExample:", "  duetime token rotate orders-app --overlap 1h"},
      mixinStandardHelpOptions = true)
  int rotate(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "NAME", description = "The token.") String name,
      @Option(
              names = "--overlap",
              paramLabel = "TIME",
              description = "How long the old secret stays valid; default: 0s, at most 30d.")
          @Nullable String overlap) {
    ServerReply reply =
        server
            .connect(terminal)
            .post(path("v1", "tokens", name, "rotate"), Bodies.of("overlap", overlap))
            .orFail();
    terminal.print(server.isJson() ? reply.text() : reply.json().path("token").asString());
    return ExitCode.OK;
  }

  @Command(
      name = "revoke",
      description = "Revoke a token: within 5 seconds no server accepts it any more.",
      footer = {"%nExample:", "  duetime token revoke orders-app"},
      mixinStandardHelpOptions = true)
  int revoke(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "NAME", description = "The token.") String name) {
    ServerReply reply = server.connect(terminal).delete(path("v1", "tokens", name)).orFail();
    boolean revoked = reply.json().path("revoked").asBoolean();
    terminal.print(
        server.isJson() ? reply.text() : (revoked ? "revoked " : "there is no token ") + name);
    return revoked ? ExitCode.OK : ExitCode.FAILED;
  }

  private int tell(ServerOptions server, ServerReply reply) {
    reply.orFail();
    terminal.print(
        server.isJson() ? reply.text() : "changed " + reply.json().path("name").asString());
    return ExitCode.OK;
  }

  /** The fields of a token over HTTP. */
  static Map<String, Object> fields(List<Grant> grants) {
    List<Object> written = new ArrayList<>();
    for (Grant grant : grants) {
      written.add(
          Map.of(
              "roles",
              grant.roles().stream().sorted().map(Role::text).toList(),
              "queues",
              grant.queues().stream().map(QueuePattern::text).toList()));
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    if (!written.isEmpty()) {
      fields.put("grants", written);
    }
    return fields;
  }
}
