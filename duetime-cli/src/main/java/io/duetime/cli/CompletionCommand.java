package io.duetime.cli;

import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a script that lets a shell complete commands and options. */
@Command(
    name = "completion",
    description = "Print a script that lets a shell complete commands and options.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nExamples:",
      "  source <(duetime completion bash)      # in ~/.bashrc",
      "  source <(duetime completion zsh)       # in ~/.zshrc"
    })
final class CompletionCommand implements Callable<Integer> {
  /** A shell for which there is a script. */
  enum Shell {
    bash,
    zsh
  }

  private final Terminal terminal;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  @SuppressWarnings("UnusedVariable") // one script serves both; another shell is refused
  private Shell shell = Shell.bash;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("the command was not parsed");
    }
    CommandSpec whole = spec.root();
    // The script for bash also runs in zsh, and there turns on bashcompinit.
    String script = AutoComplete.bash(whole.name(), whole.commandLine());
    terminal.print(script.stripTrailing());
    return ExitCode.OK;
  }
}
