package io.duetime.cli.command;

import static io.duetime.cli.remote.Param.number;
import static io.duetime.cli.remote.Param.repeatable;
import static io.duetime.cli.remote.Param.text;

import io.duetime.async.Stages;
import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Columns;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.Terminal;
import io.duetime.cli.transfer.StoreOptions;
import io.duetime.engine.Engine;
import io.duetime.runtime.QueuePattern;
import io.duetime.server.access.Grant;
import io.duetime.server.access.Role;
import io.duetime.server.access.Token;
import io.duetime.server.access.Token.TokenForm;
import io.duetime.server.access.TokenStore;
import io.duetime.settings.DurationReader;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/** The commands about tokens, and the one about the audit log. */
public final class TokenCommands {
  private static final String TOKEN = "/v1/tokens/{NAME}";

  private static final Columns AUDIT =
      new Columns()
          .with("NUMBER", "number")
          .with("AT", "at")
          .with("ACTOR", "actor")
          .with("ACTION", "action")
          .with("QUEUE", "queue", "-")
          .with("ID", "id", "-")
          .with("DETAILS", entry -> details(entry.path("details")));

  private TokenCommands() {}

  /** Makes, lists, changes, rotates and revokes tokens. */
  public static CommandLine token(Terminal terminal) {
    return CallCommand.group(
        "token",
        "Make, list, change, rotate or revoke tokens.",
        List.of(
            "duetime token create root --grant admin",
            "duetime token create orders-app --grant 'produce,read=orders*' --expires-after 90d",
            "duetime token rotate orders-app --overlap 1h",
            "duetime token revoke orders-app"),
        new CallCommand(
                terminal,
                "change",
                "Change what a token may do, its expiry or its rate; the secret stays.")
            .operand("NAME", "The token.")
            .options(terms())
            .footer("duetime token change orders-app --requests-per-second 100")
            .calls(given -> given.remote().send("PATCH", given.path(TOKEN), fields(given)))
            .prints((given, token) -> "changed " + token.path("name").asString()),
        new CallCommand(terminal, "list", "List tokens, without their secrets.")
            .footer("duetime token list")
            .gets("/v1/tokens")
            .printsTable("tokens", tokens(terminal)),
        new CallCommand(
                terminal,
                "revoke",
                "Revoke a token: within 5 seconds no server accepts it any more.")
            .operand("NAME", "The token.")
            .footer("duetime token revoke orders-app")
            .deletes(TOKEN)
            .failsIf(answer -> !answer.path("revoked").asBoolean())
            .prints((given, answer) -> {
              boolean isRevoked = answer.path("revoked").asBoolean();
              return (isRevoked ? "revoked " : "there is no token ") + given.text("NAME");
            }),
        new CallCommand(terminal, "rotate", "Give a token a new secret, and print it.")
            .operand("NAME", "The token.")
            .options(
                text(
                    "--overlap",
                    "TIME",
                    "How long the old secret stays valid; default: 0s, at most 30d."))
            .footer("duetime token rotate orders-app --overlap 1h")
            .sends("POST", TOKEN + "/rotate")
            .prints((given, answer) -> answer.path("token").asString()),
        create(terminal));
  }

  private static CommandLine create(Terminal terminal) {
    return new CallCommand(
            terminal, "create", "Make a token, and print its secret, which is shown only once.")
        .operand("NAME", "The name of the token.")
        .options(terms())
        .options(
            text(
                    "--store",
                    "URI",
                    "Make it in this store instead of over a server: a folder that no server holds,"
                        + " or a store in Redis.")
                .local())
        .footer(
            "%nFrom the first token on every call needs one, also from this machine. The first one"
                + " must have the role admin on all queues.",
            "duetime token create root --grant admin --store embedded:./duetime-data",
            "duetime token create mail-worker --grant consume=mail")
        .calls(given ->
            given
                .find("--store")
                .map(uri -> inStore(given, uri))
                .orElseGet(() -> overServer(given)))
        .prints((given, answer) -> answer.path("token").asString());
  }

  private static ServerReply overServer(Invocation given) {
    Map<String, Object> fields = fields(given);
    fields.put("name", given.text("NAME"));
    return given.remote().send("POST", "/v1/tokens", fields);
  }

  private static ServerReply inStore(Invocation given, String uri) {
    String name = given.text("NAME");
    try (Engine engine = StoreOptions.open(uri, given.terminal())) {
      TokenStore tokens = new TokenStore(engine, new SecureRandom());
      return engine
          .nowMillis()
          .thenCompose(now -> tokens.create(name, grants(given), bounds(given, now)))
          .thenApply(
              issued -> issued.orElseThrow(() -> new CommandFailure("there is a token " + name)))
          .thenApply(issued -> ServerReply.ok(TokenForm.issued(issued).text()))
          .toCompletableFuture()
          .join();
    } catch (CompletionException failure) {
      throw Stages.cause(failure) instanceof RuntimeException known ? known : failure;
    }
  }

  /** The options that say what a token may do, until when, and how often. */
  private static Param[] terms() {
    return new Param[] {
      repeatable(
              "--grant",
              "ROLES=QUEUES",
              "Roles on queues, such as produce,read=orders*,mail; without queues on all of them;"
                  + " may be repeated. Roles: read (metadata only), payload, produce, consume,"
                  + " admin.")
          .as("grants"),
      text(
          "--expires-after",
          "TIME",
          "When the token expires, such as 90d, or never. Without this option a new token never"
              + " expires, and a changed one keeps its expiry."),
      number(
          "--requests-per-second",
          "The most requests on each server, 0 for no limit. Without this option a new token has"
              + " no limit, and a changed one keeps its own."),
      number(
          "--jobs-per-second",
          "The most jobs that it may schedule on each server, also in batches and streams; 0 for"
              + " no limit. Without this option a new token has no limit, and a changed one keeps"
              + " its own.")
    };
  }

  private static List<Grant> grants(Invocation given) {
    return given.texts("--grant").stream().map(Grant::parse).toList();
  }

  private static boolean isForever(String expiry) {
    return expiry.equalsIgnoreCase("never");
  }

  private static Token.Bounds bounds(Invocation given, long nowMillis) {
    return new Token.Bounds(
        given
            .find("--expires-after")
            .filter(expiry -> !isForever(expiry))
            .map(expiry -> DurationReader.parse("expiresAfter", expiry))
            .map(expiry -> Token.expiry(nowMillis, expiry))
            .orElse(Long.MAX_VALUE),
        perSecond(given, "--requests-per-second"),
        perSecond(given, "--jobs-per-second"));
  }

  // What is no int is refused by the bounds, too.
  private static int perSecond(Invocation given, String option) {
    return (int) Math.min(Integer.MAX_VALUE, given.find(option).map(Long::valueOf).orElse(0L));
  }

  /** The fields of a token over HTTP. */
  private static Map<String, Object> fields(Invocation given) {
    Map<String, Object> fields = given.fields();
    fields.computeIfPresent(
        "grants", (name, texts) -> grants(given).stream().map(TokenCommands::grant).toList());
    fields.computeIfPresent(
        "expiresAfter",
        (name, expiry) -> isForever(String.valueOf(expiry)) ? NullNode.getInstance() : expiry);
    return fields;
  }

  private static Map<String, Object> grant(Grant grant) {
    return Map.of(
        "roles",
        grant.roles().stream().sorted().map(Role::text).toList(),
        "queues",
        grant.queues().stream().map(QueuePattern::text).toList());
  }

  private static Columns tokens(Terminal terminal) {
    return new Columns()
        .with("TOKEN", "name")
        .with(
            "GRANTS",
            token ->
                token
                    .path("grants")
                    .valueStream()
                    .map(grant -> texts(grant.path("roles")) + "=" + texts(grant.path("queues")))
                    .collect(Collectors.joining(" ")))
        .with("EXPIRES", token -> expiry(token.path("expiresAt").asString(""), terminal))
        .with("RATE", token -> rate(token.path("requestsPerSecond").asLong()))
        .with("JOBS", token -> rate(token.path("jobsPerSecond").asLong()))
        .with("LAST USED", "lastUsedAt", "never")
        .with("CHANGED", "changedAt");
  }

  private static String expiry(String moment, Terminal terminal) {
    if (moment.isEmpty()) {
      return "never";
    }
    boolean isOver = Instant.parse(moment).isBefore(terminal.time().instant());
    return isOver ? moment + " (expired)" : moment;
  }

  private static String rate(long perSecond) {
    return perSecond == 0 ? "-" : perSecond + "/s";
  }

  private static String texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).collect(Collectors.joining(","));
  }

  /** Lists the audit log. */
  public static CommandLine audit(Terminal terminal) {
    return new CallCommand(
            terminal,
            "audit",
            "List who changed what, newest first. The last 10,000 changes are kept.")
        .options(
            number("--limit", "The most entries; default: 100, at most 1,000."),
            text(
                "--cursor",
                "CURSOR",
                "Where to go on: the number of the last entry of the page before."))
        .footer("duetime audit --limit 20")
        .gets("/v1/audit")
        .printsTable("entries", AUDIT);
  }

  private static String details(JsonNode details) {
    return details
        .propertyStream()
        .map(detail -> detail.getKey() + "=" + detail.getValue().asString())
        .collect(Collectors.joining(" "));
  }
}
