package io.duetime.cli.server;

import io.duetime.Duetime;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.LogLevel;
import io.duetime.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Demonstrates jobs in a few seconds. */
@Command(
    name = "demo",
    description = "Demonstrate jobs in a few seconds, in a temporary store.",
    mixinStandardHelpOptions = true,
    footer = {"%nExample:", "  duetime demo"})
public final class DemoCommand implements Callable<Integer> {
  private final Terminal terminal;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    Path folder = Files.createTempDirectory("duetime-demo-");
    // One job fails on purpose, and the demo prints it.
    LogLevel errors = LogLevel.set("ERROR");
    try (Duetime duetime =
        Duetime.builder().uri("embedded:" + folder).time(terminal.time()).open()) {
      new Demo(duetime, terminal).run();
    } finally {
      errors.restore();
      remove(folder);
    }
    return ExitCode.OK;
  }

  private static void remove(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> paths = Files.walk(folder)) {
      deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.delete(path);
    }
  }
}
