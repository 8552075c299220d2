package io.duetime.cli.job;

import io.duetime.JobState;
import io.duetime.cli.completion.EnumNames;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists jobs, earliest due time first. */
@Command(
    name = "list",
    description = "List jobs, earliest due time first.",
    mixinStandardHelpOptions = true,
    footer = {"%nExample:", "  duetime list orders --state DELAYED --limit 20"})
public final class ListCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Option(
      names = "--state",
      split = ",",
      paramLabel = "STATE",
      completionCandidates = States.class,
      description = "Only these: DELAYED, READY, RUNNING, DEAD, DONE, CANCELLED.")
  private List<String> states = List.of();

  @Option(names = "--from", paramLabel = "MOMENT", description = "Due at this moment or later.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "MOMENT", description = "Due before this moment.")
  private @Nullable String to;

  @Option(names = "--tag", paramLabel = "TAG", description = "With this tag; with all of several.")
  private List<String> tags = List.of();

  @Option(names = "--limit", paramLabel = "N", description = "The most jobs to list; default: 100.")
  private int limit = 100;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public ListCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Remote remote = server.connect(terminal);
    Table table = new Table("ID", "STATE", "DUE", "ATTEMPT", "PRIORITY");
    boolean hasMore = pages(remote).forEach(limit, job -> print(job, table));
    if (!server.isJson()) {
      table.lines().forEach(terminal::print);
      if (hasMore) {
        terminal.complain("There are more jobs; use --limit to list more than " + limit + ".");
      }
    }
    return ExitCode.OK;
  }

  private JobPageReader pages(Remote remote) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    if (!states.isEmpty()) {
      query.put("state", List.of(String.join(",", states)));
    }
    JobOptions.put(query, "from", from);
    JobOptions.put(query, "to", to);
    query.put("tag", tags);
    return new JobPageReader(remote, Remote.path("v1", "queues", queue, "jobs"), query);
  }

  private void print(JsonNode job, Table table) {
    if (server.isJson()) {
      terminal.print(job.toString());
      return;
    }
    table.row(
        job.path("id").asString(),
        job.path("state").asString(),
        job.path("dueAt").asString(),
        job.path("attempt").asInt(),
        job.path("priority").asLong());
  }

  /** Names for completion. */
  static final class States extends EnumNames {
    States() {
      super(JobState.class);
    }
  }
}
