package io.duetime.server.cli;

import io.duetime.Duetime;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Shows in a few seconds what jobs do. */
@Command(
    name = "demo",
    description = "Show in a few seconds what jobs do, in a store of its own that is then removed.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException {
    // One job fails on purpose; the demo itself tells of it.
    System.setProperty("duetime.log", "ERROR");
    try (Duetime duetime = Duetime.builder().uri("memory:").time(terminal.time()).open()) {
      new Demo(duetime, terminal).run();
    }
    return ExitCode.OK;
  }
}
