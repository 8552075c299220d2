package io.duetime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.terminal.Terminal;
import io.duetime.time.SystemTime;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RunbookTest {
  private static final Path RUNBOOK = Path.of("..", "docs", "runbook.md");

  static List<String> commands() throws IOException {
    try (Stream<String> lines = Files.lines(RUNBOOK)) {
      return lines.filter(line -> line.startsWith("duetime ")).distinct().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandIsUnderstood(String command) {
    String[] args = words(command);
    try (SystemTime time = new SystemTime()) {
      PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
      Terminal terminal =
          new Terminal(InputStream.nullInputStream(), nowhere, nowhere, false, Map.of(), time);

      assertThat(DuetimeCommand.line(terminal, args).parseArgs(args).hasSubcommand()).isTrue();
    }
  }

  /** The words behind the name of the command. */
  static String[] words(String command) {
    return command.substring("duetime ".length()).replace("'", "").split(" ");
  }

  @Test
  void theRunbookHasCommands() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(10);
  }
}
