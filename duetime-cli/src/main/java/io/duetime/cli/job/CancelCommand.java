package io.duetime.cli.job;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.task.TaskWaiter;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
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
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Cancels jobs by id, or all waiting jobs that pass a filter. */
@Command(
    name = "cancel",
    description = {
      "Cancel jobs; prints CANCELLED, RUNNING, DONE, DEAD or UNKNOWN for each.",
      "With --tag, --from, --to or --all: the waiting jobs that pass every filter."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "%nExamples:",
      "  duetime cancel orders order-42 order-43",
      "  duetime cancel orders --tag customer-7 --dry-run"
    })
public final class CancelCommand implements Callable<Integer> {
  private static final int AT_ONCE = 1_000;

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ID",
      description = "The jobs; '-' reads ids from standard input, one per line.")
  private List<String> ids = List.of();

  @Option(names = "--tag", paramLabel = "TAG", description = "With this tag; with all of several.")
  private List<String> tags = List.of();

  @Option(names = "--from", paramLabel = "MOMENT", description = "Due at this moment or later.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "MOMENT", description = "Due before this moment.")
  private @Nullable String to;

  @Option(names = "--all", description = "Every waiting job.")
  private boolean all;

  @Option(names = "--dry-run", description = "Only count the jobs that pass the filter.")
  private boolean dryRun;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public CancelCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    boolean filtered = all || dryRun || !tags.isEmpty() || from != null || to != null;
    if (filtered != ids.isEmpty()) {
      throw new InvalidRequestException(
          "ID", ids.isEmpty() ? null : ids.get(0), "ids, or one of --tag, --from, --to and --all");
    }
    Remote remote = server.connect(terminal);
    if (filtered) {
      cancelFiltered(remote);
      return ExitCode.OK;
    }
    if (!ids.equals(List.of("-"))) {
      cancel(remote, ids);
      return ExitCode.OK;
    }
    try {
      cancelLines(remote);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return ExitCode.OK;
  }

  private void cancelFiltered(Remote remote) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    query.put("tag", tags);
    JobOptions.put(query, "from", from);
    JobOptions.put(query, "to", to);
    JobOptions.put(query, "all", all ? "true" : null);
    JobOptions.put(query, "dryRun", dryRun ? "true" : null);
    String path = Remote.withQuery(Remote.path("v1", "queues", queue, "jobs"), query);
    ServerReply reply =
        new TaskWaiter(terminal, remote, !server.isJson()).ended(remote.deleteMany(path).orFail());
    terminal.print(
        server.isJson()
            ? reply.text()
            : reply.json().path("changed").asLong() + (dryRun ? " to cancel" : " cancelled"));
  }

  private void cancelLines(Remote remote) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
    List<String> gathered = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isBlank()) {
        gathered.add(line.strip());
      }
      if (gathered.size() == AT_ONCE || (!gathered.isEmpty() && !lines.ready())) {
        cancel(remote, gathered);
        gathered.clear();
      }
    }
    if (!gathered.isEmpty()) {
      cancel(remote, gathered);
    }
  }

  private void cancel(Remote remote, List<String> some) {
    ServerReply reply =
        remote
            .post(Remote.path("v1", "queues", queue, "jobs", "cancel"), Bodies.of("ids", some))
            .orFail();
    if (server.isJson()) {
      terminal.print(reply.text());
      return;
    }
    for (JsonNode result : reply.json().path("results")) {
      String outcome = result.path("outcome").asString().toLowerCase(Locale.ROOT);
      terminal.print(result.path("id").asString() + " " + outcome);
    }
  }
}
