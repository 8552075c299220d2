package io.duetime.cli.dead;

import io.duetime.cli.job.JobOptions;
import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.task.TaskWaiter;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Changes dead jobs; {@link DeadListCommand} lists them. */
@Command(
    name = "dead",
    description = "List, redrive or purge dead jobs (dead letters).",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  duetime dead list orders --group-by reason",
      "  duetime dead redrive orders --reason EXHAUSTED --per-second 50",
      "  duetime dead purge orders --to 2026-11-01T00:00:00Z --dry-run"
    })
public final class DeadCommand {
  private final Terminal terminal;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public DeadCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Command(
      name = "redrive",
      description = {
        "Make dead jobs due again, with new attempts and without their expiry.",
        "Exits with 1 if the queue's quota has no room for all of them."
      },
      mixinStandardHelpOptions = true,
      footer = {
        "%nExamples:",
        "  duetime dead redrive orders --id order-42",
        "  duetime dead redrive orders --all --spread 10m"
      })
  int redrive(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "QUEUE", description = "The queue.") String queue,
      @Mixin DeadSelection dead,
      @Option(
              names = "--spread",
              paramLabel = "TIME",
              description = "Spread the due times over this time; default: due now.")
          @Nullable String spread,
      @Option(
              names = "--per-second",
              paramLabel = "N",
              description = "Spread the due times to N jobs per second.")
          @Nullable Integer perSecond) {
    Map<String, Object> body = dead.body(terminal.in());
    if (spread != null) {
      body.put("spread", spread);
    }
    if (perSecond != null) {
      body.put("perSecond", perSecond);
    }
    ServerReply reply = change(server, queue, "redrive", dead, body);
    print(server, reply, dead.isDryRun() ? "to redrive" : "redriven");
    return reply.json().path("refused").asLong(0) > 0 ? ExitCode.FAILED : ExitCode.OK;
  }

  @Command(
      name = "purge",
      description = "Remove dead jobs for good.",
      mixinStandardHelpOptions = true,
      footer = {
        "%nExample:",
        "  duetime dead purge orders --reason EXPIRED --to 2026-11-01T00:00:00Z"
      })
  int purge(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "QUEUE", description = "The queue.") String queue,
      @Mixin DeadSelection dead) {
    ServerReply reply = change(server, queue, "purge", dead, dead.body(terminal.in()));
    print(server, reply, dead.isDryRun() ? "to purge" : "purged");
    return ExitCode.OK;
  }

  private ServerReply change(
      ServerOptions server,
      String queue,
      String change,
      DeadSelection dead,
      Map<String, Object> body) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    JobOptions.put(query, "dryRun", dead.isDryRun() ? "true" : null);
    String path = Remote.withQuery(Remote.path("v1", "queues", queue, change), query);
    Remote remote = server.connect(terminal);
    return new TaskWaiter(terminal, remote, !server.isJson())
        .ended(remote.post(path, Bodies.of(body), Remote.LONG).orFail());
  }

  private void print(ServerOptions server, ServerReply reply, String done) {
    if (server.isJson()) {
      terminal.print(reply.text());
      return;
    }
    JsonNode sum = reply.json();
    terminal.print(sum.path("changed").asLong() + " " + done);
    if (sum.path("refused").asLong(0) > 0) {
      JsonNode error = sum.path("error");
      terminal.complain(
          "duetime: %d not redriven: %s (%s)"
              .formatted(
                  sum.path("refused").asLong(),
                  error.path("detail").asString(),
                  error.path("code").asString()));
    }
  }
}
