package io.duetime.cli;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.cli.completion.CompletionCommand;
import io.duetime.cli.dead.DeadCommand;
import io.duetime.cli.dead.DeadListCommand;
import io.duetime.cli.job.CancelCommand;
import io.duetime.cli.job.ExplainCommand;
import io.duetime.cli.job.ListCommand;
import io.duetime.cli.job.PutCommand;
import io.duetime.cli.job.RescheduleCommand;
import io.duetime.cli.job.ShowCommand;
import io.duetime.cli.queue.DeleteCommand;
import io.duetime.cli.queue.PauseCommand;
import io.duetime.cli.queue.QueuesCommand;
import io.duetime.cli.queue.ResumeCommand;
import io.duetime.cli.queue.SettingsCommand;
import io.duetime.cli.queue.TopCommand;
import io.duetime.cli.recurring.RecurringCommand;
import io.duetime.cli.recurring.RecurringPutCommand;
import io.duetime.cli.remote.RemoteFailure;
import io.duetime.cli.server.ConfigCommand;
import io.duetime.cli.server.DemoCommand;
import io.duetime.cli.server.HealthCommand;
import io.duetime.cli.server.ServerCommand;
import io.duetime.cli.target.TargetCommand;
import io.duetime.cli.task.TaskCommand;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.FileFault;
import io.duetime.cli.terminal.Terminal;
import io.duetime.cli.token.AuditCommand;
import io.duetime.cli.token.TokenCommand;
import io.duetime.cli.token.TokenCreateCommand;
import io.duetime.cli.transfer.BackupCommand;
import io.duetime.cli.transfer.DoctorCommand;
import io.duetime.cli.transfer.ExportCommand;
import io.duetime.cli.transfer.ImportCommand;
import io.duetime.cli.transfer.LoadCommand;
import io.duetime.cli.transfer.SystemCommands;
import io.duetime.cli.transfer.VerifyCommand;
import io.duetime.cli.work.WorkCommand;
import io.duetime.server.DuetimeServer;
import io.duetime.transfer.TransferException;
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

/** The command: its subcommands, and how each failure is printed as one line. */
@Command(
    name = "duetime",
    description = "Durable delayed jobs: a server, and the command to use it.",
    mixinStandardHelpOptions = true,
    versionProvider = DuetimeCommand.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:not done: refused, not found, or no answer from a server",
      "2:the command line has an unknown option or a value that is not allowed",
      "78:the configuration or the store of the server is unusable"
    })
final class DuetimeCommand {
  private static final List<String> COMMANDS =
      List.of(
          "server",
          "config",
          "health",
          "demo",
          "put",
          "load",
          "show",
          "explain",
          "list",
          "cancel",
          "reschedule",
          "dead",
          "queues",
          "pause",
          "resume",
          "settings",
          "delete",
          "recurring",
          "task",
          "work",
          "top",
          "target",
          "token",
          "audit",
          "doctor",
          "backup",
          "verify",
          "export",
          "import",
          "completion");

  private DuetimeCommand() {}

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"duetime " + DuetimeServer.version()};
    }
  }

  /** Builds the command with the subcommand that the arguments name, or with all. */
  static CommandLine line(Terminal terminal, String... args) {
    CommandLine line = new CommandLine(new DuetimeCommand());
    // Completion describes all of them.
    boolean isNamed =
        args.length > 0 && COMMANDS.contains(args[0]) && !args[0].equals("completion");
    // Describing a subcommand takes longer than most of them run.
    (isNamed ? List.of(args[0]) : COMMANDS)
        .forEach(name -> line.addSubcommand(command(name, terminal)));
    if (!isNamed) {
      line.addSubcommand(new HelpCommand(terminal));
    }
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setOut(writer(terminal.out()));
    line.setErr(writer(terminal.err()));
    line.setParameterExceptionHandler((error, given) -> misused(terminal, error));
    line.setExecutionExceptionHandler(
        (error, command, parsed) -> failed(terminal, error, command.getCommandSpec()));
    return line;
  }

  private static Object command(String name, Terminal terminal) {
    return switch (name) {
      // Only a command line of its own has its options added.
      case "server" -> new CommandLine(new ServerCommand(terminal));
      case "config" -> new ConfigCommand(terminal);
      case "health" -> new HealthCommand(terminal);
      case "demo" -> new DemoCommand(terminal);
      case "put" -> new PutCommand(terminal);
      case "load" -> new LoadCommand(terminal);
      case "show" -> new ShowCommand(terminal);
      case "explain" -> new ExplainCommand(terminal);
      case "list" -> new ListCommand(terminal);
      case "cancel" -> new CancelCommand(terminal);
      case "reschedule" -> new RescheduleCommand(terminal);
      case "dead" -> dead(terminal);
      case "pause" -> new PauseCommand(terminal);
      case "resume" -> new ResumeCommand(terminal);
      case "settings" -> new SettingsCommand(terminal);
      case "delete" -> new DeleteCommand(terminal);
      case "recurring" -> recurring(terminal);
      case "task" -> new TaskCommand(terminal);
      case "queues" -> new QueuesCommand(terminal);
      case "work" -> new WorkCommand(terminal);
      case "top" -> new TopCommand(terminal);
      case "target" -> new TargetCommand(terminal);
      case "token" -> token(terminal);
      case "audit" -> new AuditCommand(terminal);
      case "doctor" -> new DoctorCommand(terminal);
      case "backup" -> new BackupCommand(terminal);
      case "verify" -> new VerifyCommand(terminal);
      case "export" -> new ExportCommand(terminal);
      case "import" -> imports(terminal);
      case "completion" -> new CompletionCommand(terminal);
      default -> throw new IllegalStateException(name + " is not among the commands");
    };
  }

  private static CommandLine dead(Terminal terminal) {
    return new CommandLine(new DeadCommand(terminal)).addSubcommand(new DeadListCommand(terminal));
  }

  private static CommandLine imports(Terminal terminal) {
    CommandLine line = new CommandLine(new ImportCommand(terminal));
    SystemCommands.all(terminal).forEach(line::addSubcommand);
    return line;
  }

  private static CommandLine token(Terminal terminal) {
    return new CommandLine(new TokenCommand(terminal))
        .addSubcommand(new TokenCreateCommand(terminal));
  }

  private static CommandLine recurring(Terminal terminal) {
    return new CommandLine(new RecurringCommand(terminal))
        .addSubcommand(new RecurringPutCommand(terminal));
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
    String meant = near.isEmpty() ? "" : "; did you mean " + near.get(0) + "?";
    terminal.complain(
        "duetime: %s%s (see '%s --help')"
            .formatted(
                oneLine(error.getMessage()).replaceFirst("^Error: ", ""),
                meant,
                spec.qualifiedName()));
    return ExitCode.USAGE;
  }

  private static int failed(Terminal terminal, Exception error, CommandSpec spec) throws Exception {
    if (isExpected(error)) {
      String message = OptionNames.inPlaceOfField(oneLine(error.getMessage()), spec);
      terminal.complain("duetime: " + message + code(error));
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

  // The message of a refusal by the server has its code already.
  private static String code(Exception error) {
    return error instanceof DuetimeException known ? " (" + known.code() + ")" : "";
  }

  private static boolean isExpected(Exception error) {
    return error instanceof DuetimeException
        || error instanceof RemoteFailure
        || error instanceof CommandFailure
        || error instanceof TransferException;
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "failed" : message.replaceAll("\\s*\\R\\s*", " ");
  }
}
