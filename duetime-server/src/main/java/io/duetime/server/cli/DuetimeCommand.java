package io.duetime.server.cli;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.server.transfer.BrokenExport;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command itself: its subcommands, and how what goes wrong is told in one line. */
@Command(
    name = "duetime",
    description = "Durable delayed jobs: a server, and the command to use it.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:not done: refused, not found, or no server answered",
      "2:the command line is wrong: an option, or a value that is not allowed",
      "78:the server is set up in a way that cannot work"
    })
final class DuetimeCommand {
  private DuetimeCommand() {}

  static CommandLine line(Terminal terminal) {
    CommandLine line = new CommandLine(new DuetimeCommand());
    List<Object> commands =
        List.of(
            new ServerCommand(terminal),
            new DemoCommand(terminal),
            new PutCommand(terminal),
            new LoadCommand(terminal),
            new ShowCommand(terminal),
            new ExplainCommand(terminal),
            new ListCommand(terminal),
            new CancelCommand(terminal),
            new RescheduleCommand(terminal),
            new QueuesCommand(terminal),
            new WorkCommand(terminal),
            new TopCommand(terminal),
            new DoctorCommand(terminal),
            new BackupCommand(terminal),
            new VerifyCommand(terminal),
            new ExportCommand(terminal),
            new ImportCommand(terminal),
            new CommandLine.HelpCommand());
    commands.forEach(line::addSubcommand);
    line.setOut(writer(terminal.out()));
    line.setErr(writer(terminal.err()));
    line.setParameterExceptionHandler((error, args) -> misused(terminal, error));
    line.setExecutionExceptionHandler((error, command, parsed) -> failed(terminal, error));
    return line;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  private static int misused(Terminal terminal, ParameterException error) {
    CommandSpec spec = error.getCommandLine().getCommandSpec();
    List<String> near =
        error instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    String meant = near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
    terminal.complain(
        "duetime: %s%s (see '%s --help')"
            .formatted(oneLine(error.getMessage()), meant, spec.qualifiedName()));
    return ExitCode.USAGE;
  }

  private static int failed(Terminal terminal, Exception error) throws Exception {
    if (isExpected(error)) {
      terminal.complain("duetime: " + oneLine(error.getMessage()) + code(error));
      return isMisuse(error) ? ExitCode.USAGE : ExitCode.SOFTWARE;
    }
    if (error instanceof UncheckedIOException unusable) {
      terminal.complain("duetime: " + FileFault.words(unusable));
      return ExitCode.SOFTWARE;
    }
    throw error;
  }

  private static boolean isMisuse(Exception error) {
    return error instanceof InvalidRequestException
        || (error instanceof RemoteFailure failure && failure.isMisuse());
  }

  // What a server refuses has its code in its message.
  private static String code(Exception error) {
    return error instanceof DuetimeException known ? " (" + known.code() + ")" : "";
  }

  private static boolean isExpected(Exception error) {
    return error instanceof DuetimeException
        || error instanceof RemoteFailure
        || error instanceof CommandFailure
        || error instanceof BrokenExport;
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "failed" : message.replaceAll("\\s*\\R\\s*", " ");
  }
}
