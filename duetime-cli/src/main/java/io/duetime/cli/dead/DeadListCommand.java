package io.duetime.cli.dead;

import io.duetime.InvalidRequestException;
import io.duetime.cli.job.JobOptions;
import io.duetime.cli.job.JobPageReader;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists dead jobs, or counts them by reason. */
@Command(
    name = "list",
    description = "List dead jobs, the first to die first.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nExamples:",
      "  duetime dead list orders --reason BURIED --from 2026-11-20T00:00:00Z",
      "  duetime dead list orders --group-by reason"
    })
public final class DeadListCommand implements Callable<Integer> {
  private static final int DEFAULT_LIMIT = 100;

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final DeadFilter filter = new DeadFilter();

  @Parameters(paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Option(names = "--limit", paramLabel = "N", description = "The most jobs to list; default: 100.")
  private @Nullable Integer limit;

  @Option(
      names = "--group-by",
      paramLabel = "reason",
      description = "Count them by reason and first line of the error.")
  private @Nullable String groupBy;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public DeadListCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Remote remote = server.connect(terminal);
    String path = Remote.path("v1", "queues", queue, "dead");
    if (groupBy == null) {
      list(new JobPageReader(remote, path, filter.query()), limit == null ? DEFAULT_LIMIT : limit);
      return ExitCode.OK;
    }
    if (limit != null) {
      throw new InvalidRequestException("--limit", limit, "only without --group-by");
    }
    Map<String, List<String>> query = filter.query();
    JobOptions.put(query, "groupBy", groupBy);
    print(remote.get(Remote.withQuery(path, query)).orFail());
    return ExitCode.OK;
  }

  private void list(JobPageReader pages, int most) {
    Table table = new Table("ID", "DIED", "REASON", "ATTEMPT", "ERROR");
    boolean hasMore = pages.forEach(most, job -> print(job, table));
    if (!server.isJson()) {
      table.lines().forEach(terminal::print);
      if (hasMore) {
        terminal.complain("There are more jobs; use --limit to list more than " + most + ".");
      }
    }
  }

  private void print(JsonNode job, Table table) {
    if (server.isJson()) {
      terminal.print(job.toString());
      return;
    }
    table.row(
        job.path("id").asString(),
        job.path("endedAt").asString(),
        job.path("reason").asString(),
        job.path("attempt").asInt(),
        firstLine(lastError(job)));
  }

  private static String lastError(JsonNode job) {
    String message = job.path("message").asString("");
    JsonNode history = job.path("history");
    return message.isEmpty() && !history.isEmpty()
        ? history.get(history.size() - 1).path("error").asString("")
        : message;
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  private void print(ServerReply reply) {
    if (server.isJson()) {
      terminal.print(reply.text());
      return;
    }
    JsonNode answer = reply.json();
    Table table = new Table("COUNT", "REASON", "FIRST", "LAST", "EXAMPLE", "ERROR");
    for (JsonNode group : answer.path("groups")) {
      table.row(
          group.path("count").asLong(),
          group.path("reason").asString(),
          group.path("firstAt").asString(),
          group.path("lastAt").asString(),
          group.path("exampleId").asString(),
          group.path("error").asString());
    }
    table.lines().forEach(terminal::print);
    if (!answer.path("complete").asBoolean()) {
      terminal.complain("Not all dead jobs were counted; there are more.");
    }
  }
}
