package io.duetime.cli.work;

import io.duetime.cli.terminal.CommandFailure;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Kills the commands of this process if it ends without ending them, as after kill -9. A separate
 * shell learns through a pipe which commands run; the pipe closes when this process ends. Thread
 * safe.
 *
 * <p>Where {@code setsid} is installed, each command has a process group of its own, and the whole
 * group is killed. Otherwise only the shell of the command is killed.
 */
final class CommandGuard implements AutoCloseable {
  private static final boolean HAS_GROUPS = isInstalled("setsid");

  private static final String SCRIPT =
      """
      trap '' INT TERM HUP
      running=' '
      while read -r change target; do
        case $change in
          +) running="$running$target " ;;
          -) running="${running%% $target *} ${running#* $target }" ;;
        esac
      done
      for target in $running; do kill -s KILL -- "$target"; done
      """;

  private final Process shell;
  private final PrintStream changes;

  private CommandGuard(Process shell) {
    this.shell = shell;
    this.changes = new PrintStream(shell.getOutputStream(), true, StandardCharsets.US_ASCII);
  }

  static CommandGuard start() {
    try {
      return new CommandGuard(
          new ProcessBuilder(grouped(List.of("sh", "-c", SCRIPT)))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    } catch (IOException noShell) {
      throw new CommandFailure("cannot run sh: " + noShell.getMessage());
    }
  }

  /** The command with a process group of its own, where {@code setsid} is installed. */
  static List<String> grouped(List<String> command) {
    List<String> grouped = new ArrayList<>(HAS_GROUPS ? List.of("setsid") : List.of());
    grouped.addAll(command);
    return grouped;
  }

  /** Notes a command to kill if this process ends before {@link #ended}. */
  void started(Process command) {
    changes.println("+ " + target(command));
  }

  void ended(Process command) {
    changes.println("- " + target(command));
  }

  private static String target(Process command) {
    return (HAS_GROUPS ? "-" : "") + command.pid();
  }

  private static boolean isInstalled(String program) {
    return List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Kills the commands that still run. */
  @Override
  public void close() {
    changes.close();
    boolean interrupted = Thread.interrupted();
    shell.onExit().join();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
