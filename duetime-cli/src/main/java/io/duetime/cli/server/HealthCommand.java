package io.duetime.cli.server;

import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks a server whether it is ready for calls, as container engines do. */
@Command(
    name = "health",
    description = "Ask whether a server is ready for calls; exit with 1 if it is not.",
    mixinStandardHelpOptions = true,
    footer = {"%nExamples:", "  duetime health", "  duetime health --live"})
public final class HealthCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--live",
      description = "Ask only whether the process is alive, also while it warms up or stops.")
  private boolean live;

  /** Prints to the terminal. */
  public HealthCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    ServerReply reply =
        server.connect(terminal).get(live ? "/health/live" : "/health/ready").orFail();
    terminal.print(server.isJson() ? reply.text() : reply.json().path("status").asString());
    return ExitCode.OK;
  }
}
