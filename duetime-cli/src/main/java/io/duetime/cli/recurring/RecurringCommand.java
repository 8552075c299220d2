package io.duetime.cli.recurring;

import io.duetime.cli.job.PutCommand;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Table;
import io.duetime.cli.terminal.Terminal;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists and changes recurring jobs; {@link RecurringPutCommand} defines them. */
@Command(
    name = "recurring",
    description = "List, define, pause, run and remove recurring jobs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "%nExamples:",
      "  duetime recurring put mail report --cron '0 7 * * *' --zone Europe/Berlin",
      "  duetime recurring list mail",
      "  duetime recurring run mail report"
    })
public final class RecurringCommand {
  private final Terminal terminal;

  /** The operands that name a recurring job. */
  static final class Name {
    @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
    private String queue = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "The recurring job's name.")
    private String name = "";

    String path(String... action) {
      return Remote.path("v1", "queues", queue, "recurring", name)
          + (action.length == 0 ? "" : Remote.path(action));
    }
  }

  /** Reads from the terminal, prints to it, and goes by its time. */
  public RecurringCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Command(
      name = "list",
      description = "List a queue's recurring jobs.",
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime recurring list shop"})
  int list(
      @Mixin ServerOptions server,
      @Parameters(paramLabel = "QUEUE", description = "The queue.") String queue) {
    ServerReply reply =
        server.connect(terminal).get(Remote.path("v1", "queues", queue, "recurring")).orFail();
    if (server.isJson()) {
      terminal.print(reply.text());
      return ExitCode.OK;
    }
    Table table = new Table("NAME", "SCHEDULE", "NEXT TICK", "LAST TICK", "MISSED", "SKIPPED", "");
    reply.json().path("recurring").forEach(job -> row(job, table));
    table.lines().forEach(terminal::print);
    return ExitCode.OK;
  }

  private static void row(JsonNode job, Table table) {
    table.row(
        job.path("name").asString(),
        job.path("schedule").asString(),
        job.path("nextTicks").path(0).asString("-"),
        job.path("lastTick").asString("-"),
        job.path("missed").asString(),
        job.path("skippedTicks").asLong(),
        job.path("paused").asBoolean() ? "paused" : "");
  }

  @Command(
      name = "run",
      description = "Schedule one job of it now, even while it is paused.",
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime recurring run shop sync"})
  int run(@Mixin ServerOptions server, @Mixin Name name) {
    ServerReply reply = server.connect(terminal).post(name.path("run"), "").orFail();
    terminal.print(server.isJson() ? reply.text() : PutCommand.sentence(reply.json()));
    return ExitCode.OK;
  }

  @Command(
      name = "pause",
      description = "Stop the ticks, and withdraw those that have not begun.",
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime recurring pause shop sync"})
  int pause(@Mixin ServerOptions server, @Mixin Name name) {
    ServerReply reply = server.connect(terminal).post(name.path("pause"), "").orFail();
    terminal.print(server.isJson() ? reply.text() : sentence(reply.json(), "paused"));
    return ExitCode.OK;
  }

  @Command(
      name = "resume",
      description = "Start the ticks again; --missed of the definition decides about missed ticks.",
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime recurring resume shop sync"})
  int resume(@Mixin ServerOptions server, @Mixin Name name) {
    ServerReply reply = server.connect(terminal).post(name.path("resume"), "").orFail();
    terminal.print(server.isJson() ? reply.text() : sentence(reply.json(), "resumed"));
    return ExitCode.OK;
  }

  @Command(
      name = "remove",
      description = {
        "Remove the definition; there are no more ticks.",
        "Ticks that have not begun are withdrawn, unless --keep-pending keeps them."
      },
      mixinStandardHelpOptions = true,
      footer = {"%nExample:", "  duetime recurring remove shop sync"})
  int remove(
      @Mixin ServerOptions server,
      @Mixin Name name,
      @Option(
              names = "--keep-pending",
              description = "Keep the jobs that are already scheduled for its ticks.")
          boolean keepPending) {
    String path = name.path() + (keepPending ? "?keepPending=true" : "");
    ServerReply reply = server.connect(terminal).delete(path).orFail();
    boolean isRemoved = reply.json().path("removed").asBoolean();
    if (server.isJson()) {
      terminal.print(reply.text());
    } else if (isRemoved) {
      terminal.print(name.name + " removed" + pending(reply.json()));
    } else {
      throw new CommandFailure(
          "there is no recurring job '" + name.name + "' in queue '" + name.queue + "'");
    }
    return isRemoved ? ExitCode.OK : ExitCode.FAILED;
  }

  /** A line about the state of a definition. */
  static String sentence(JsonNode view, String done) {
    String next = view.path("nextTicks").path(0).asString("");
    String ticks = next.isEmpty() ? "" : ", next tick " + next;
    String paused = view.path("paused").asBoolean() && !done.equals("paused") ? ", paused" : "";
    return view.path("name").asString() + " " + done + paused + ticks + pending(view);
  }

  private static String pending(JsonNode answer) {
    String ids =
        answer
            .path("pending")
            .valueStream()
            .map(JsonNode::asString)
            .collect(Collectors.joining(", "));
    return ids.isEmpty() ? "" : "; scheduled: " + ids;
  }
}
