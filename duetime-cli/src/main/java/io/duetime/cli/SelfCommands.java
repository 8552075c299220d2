package io.duetime.cli;

import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.wire.Suggestion;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The commands about the command itself. */
final class SelfCommands {
  private SelfCommands() {}

  /** A shell for which there is a script. */
  private enum Shell {
    bash,
    zsh
  }

  /** Prints a script that lets a shell complete commands and options. */
  static CommandLine completion(Terminal terminal) {
    return CallCommand.local(
            terminal,
            "completion",
            "Print a script that lets a shell complete commands and options.")
        .operand(Shell.class, "SHELL", "1", "bash or zsh.")
        .footer(
            "%nExamples:",
            "  source <(duetime completion bash)      # in ~/.bashrc",
            "  source <(duetime completion zsh)       # in ~/.zshrc")
        .runs(given -> {
          CommandLine whole = given.spec().root().commandLine();
          // The script for bash also runs in zsh, and there turns on bashcompinit.
          terminal.print(AutoComplete.bash(whole.getCommandName(), whole).stripTrailing());
          return ExitCode.OK;
        });
  }

  /** Prints the help of a command or subcommand. */
  static CommandLine help(Terminal terminal) {
    CommandLine help =
        CallCommand.local(terminal, "help", "Print the help of a command or subcommand.")
            .rest("COMMAND", "0..*", List.of(), "The command, and its subcommand if it has any.")
            .footer("duetime help put", "duetime help token create")
            .runs(given -> {
              CommandLine command = given.spec().root().commandLine();
              for (String name : given.texts("COMMAND")) {
                command = below(command, name);
              }
              terminal.print(command.getUsageMessage().stripTrailing());
              return ExitCode.OK;
            });
    help.getCommandSpec().helpCommand(true);
    return help;
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
