package io.duetime.cli.token;

import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Lists the audit log. */
@Command(
    name = "audit",
    description = "List who changed what, newest first. The last 10,000 changes are kept.",
    footer = {"%nExample:", "  duetime audit --limit 20"},
    mixinStandardHelpOptions = true)
public final class AuditCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "The most entries; default: 100, at most 1,000.")
  private int limit = 100;

  @Option(
      names = "--cursor",
      paramLabel = "CURSOR",
      description = "Where to go on: the number of the last entry of the page before.")
  private @Nullable String cursor;

  /** Prints to the terminal. */
  public AuditCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put("limit", List.of(String.valueOf(limit)));
    if (cursor != null) {
      query.put("cursor", List.of(cursor));
    }
    ServerReply reply = server.connect(terminal).get(Remote.withQuery("/v1/audit", query)).orFail();
    if (server.isJson()) {
      terminal.print(reply.text());
    } else {
      table(reply.json()).lines().forEach(terminal::print);
    }
    return ExitCode.OK;
  }

  private static Table table(JsonNode reply) {
    Table table = new Table("NUMBER", "AT", "ACTOR", "ACTION", "QUEUE", "ID", "DETAILS");
    reply
        .path("entries")
        .forEach(entry ->
            table.row(
                entry.path("number").asString(),
                entry.path("at").asString(),
                entry.path("actor").asString(),
                entry.path("action").asString(),
                entry.path("queue").asString("-"),
                entry.path("id").asString("-"),
                details(entry.path("details"))));
    return table;
  }

  private static String details(JsonNode details) {
    return details
        .propertyStream()
        .map(detail -> detail.getKey() + "=" + detail.getValue().asString())
        .collect(Collectors.joining(" "));
  }
}
