package io.duetime.server.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Cancels jobs by id. */
@Command(
    name = "cancel",
    description = "Cancel jobs; each is answered by CANCELLED, RUNNING, DONE, DEAD or UNKNOWN.",
    mixinStandardHelpOptions = true)
final class CancelCommand implements Callable<Integer> {
  private static final int AT_ONCE = 1_000;

  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue.")
  private String queue = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "ID",
      description = "The jobs; '-' reads ids from standard input, one a line.")
  private List<String> ids = List.of();

  CancelCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Remote remote = server.connect(terminal);
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
    Reply reply =
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
