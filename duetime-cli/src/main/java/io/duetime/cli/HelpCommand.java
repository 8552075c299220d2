package io.duetime.cli;

import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.wire.Suggestion;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the help of a command or subcommand. */
@Command(
    name = "help",
    description = "Print the help of a command or subcommand.",
    mixinStandardHelpOptions = true,
    helpCommand = true,
    footer = {"%nExamples:", "  duetime help put", "  duetime help token create"})
final class HelpCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "The command, and its subcommand if it has any.")
  private List<String> names = List.of();

  HelpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("the command was not parsed");
    }
    CommandLine command = spec.root().commandLine();
    for (String name : names) {
      command = below(command, name);
    }
    terminal.print(command.getUsageMessage().stripTrailing());
    return ExitCode.OK;
  }

  private static CommandLine below(CommandLine parent, String name) {
    CommandLine found = parent.getSubcommands().get(name);
    if (found == null) {
      throw new ParameterException(
          parent,
          "unknown command '%s'; allowed: %s"
              .formatted(name, Suggestion.among(parent.getSubcommands().keySet(), name)));
    }
    return found;
  }
}
