package io.duetime.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.terminal.Terminal;
import io.duetime.time.SystemTime;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What all commands have in common. */
class CommandTreeTest {
  /** They print for readers or shells only. */
  private static final Set<String> WITHOUT_JSON =
      Set.of("duetime server", "duetime demo", "duetime completion", "duetime help");

  private final SystemTime time = new SystemTime();
  private final List<CommandSpec> commands = new ArrayList<>();

  @BeforeEach
  void collect() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal terminal =
        new Terminal(InputStream.nullInputStream(), nowhere, nowhere, false, Map.of(), time);
    collect(DuetimeCommand.line(terminal));
  }

  @AfterEach
  void end() {
    time.close();
  }

  private void collect(CommandLine parent) {
    for (CommandLine command : parent.getSubcommands().values()) {
      commands.add(command.getCommandSpec());
      collect(command);
    }
  }

  @Test
  void everyCommandHasExamplesInItsHelpThatBeginWithItsName() {
    assertThat(commands)
        .hasSizeGreaterThan(35)
        .allSatisfy(command ->
            assertThat(footer(command))
                .as(command.qualifiedName())
                .contains("Example")
                .containsPattern("(?m)  (source <\\()?" + command.qualifiedName()));
  }

  @Test
  void everyCommandThatTellsSomethingPrintsJson() {
    assertThat(commands)
        .filteredOn(command -> command.subcommands().isEmpty())
        .filteredOn(command -> !WITHOUT_JSON.contains(command.qualifiedName()))
        .allSatisfy(command ->
            assertThat(command.findOption("--json")).as(command.qualifiedName()).isNotNull());
  }

  @Test
  void everyCommandAndOptionIsDescribed() {
    assertThat(commands)
        .allSatisfy(command -> {
          assertThat(command.usageMessage().description()).as(command.name()).isNotEmpty();
          assertThat(command.options())
              .allSatisfy(option ->
                  assertThat(option.description())
                      .as(command.name() + " " + option.longestName())
                      .isNotEmpty());
        });
  }

  /** A sign of percent that is not doubled has a warning printed with the help. */
  @Test
  void theHelpOfEveryCommandIsPrintedWithoutWarnings() {
    ByteArrayOutputStream warnings = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
    try {
      assertThat(commands)
          .allSatisfy(
              command -> assertThat(command.commandLine().getUsageMessage()).contains("Usage:"));
    } finally {
      System.setErr(before);
    }
    assertThat(warnings.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  private static String footer(CommandSpec command) {
    return String.join("\n", command.usageMessage().footer()).replace("%n", "\n");
  }
}
