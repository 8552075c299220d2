package io.duetime.cli;

import io.duetime.DuetimeException;
import io.duetime.InvalidRequestException;
import io.duetime.cli.command.CapacityCommand;
import io.duetime.cli.command.DeadCommands;
import io.duetime.cli.command.LiveJobCommands;
import io.duetime.cli.command.ProblemCommand;
import io.duetime.cli.command.QueueCommands;
import io.duetime.cli.command.RecurringCommands;
import io.duetime.cli.command.StoreCommands;
import io.duetime.cli.command.TargetCommands;
import io.duetime.cli.command.TaskCommands;
import io.duetime.cli.command.TokenCommands;
import io.duetime.cli.command.TopScreen;
import io.duetime.cli.command.UpdateCommand;
import io.duetime.cli.server.ConfigCommands;
import io.duetime.cli.server.Demo;
import io.duetime.cli.server.ServerCommand;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.FileFault;
import io.duetime.cli.terminal.Terminal;
import io.duetime.cli.transfer.ExportCommands;
import io.duetime.cli.transfer.LoadCommand;
import io.duetime.cli.work.WorkCommand;
import io.duetime.server.DuetimeServer;
import io.duetime.transfer.TransferException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  /** How each subcommand is made, in the order of the help. */
  private static final Map<String, Function<Terminal, CommandLine>> COMMANDS = commands();

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
        args.length > 0 && COMMANDS.containsKey(args[0]) && !args[0].equals("completion");
    // Describing a subcommand takes longer than most of them run.
    COMMANDS.forEach((name, command) -> {
      if (!isNamed || name.equals(args[0])) {
        line.addSubcommand(name, command.apply(terminal));
      }
    });
    if (!isNamed) {
      line.addSubcommand(SelfCommands.help(terminal));
    }
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setOut(writer(terminal.out()));
    line.setErr(writer(terminal.err()));
    line.setParameterExceptionHandler((error, given) -> misused(terminal, error));
    line.setExecutionExceptionHandler(
        (error, command, parsed) -> failed(terminal, error, command.getCommandSpec()));
    return line;
  }

  private static Map<String, Function<Terminal, CommandLine>> commands() {
    Map<String, Function<Terminal, CommandLine>> commands = new LinkedHashMap<>();
    commands.put("server", ServerCommand::server);
    commands.put("config", ConfigCommands::config);
    commands.put("health", StoreCommands::health);
    commands.put("demo", Demo::demo);
    commands.put("put", LiveJobCommands::put);
    commands.put("load", LoadCommand::load);
    commands.put("show", LiveJobCommands::show);
    commands.put("explain", LiveJobCommands::explain);
    commands.put("list", LiveJobCommands::list);
    commands.put("search", LiveJobCommands::search);
    commands.put("cancel", LiveJobCommands::cancel);
    commands.put("reschedule", LiveJobCommands::reschedule);
    commands.put("update", UpdateCommand::update);
    commands.put("shift", TaskCommands::shift);
    commands.put("dead", DeadCommands::dead);
    commands.put("queues", QueueCommands::queues);
    commands.put("pause", QueueCommands::pause);
    commands.put("resume", QueueCommands::resume);
    commands.put("settings", QueueCommands::settings);
    commands.put("delete", QueueCommands::delete);
    commands.put("recurring", RecurringCommands::recurring);
    commands.put("task", TaskCommands::task);
    commands.put("work", WorkCommand::work);
    commands.put("problems", ProblemCommand::problems);
    commands.put("top", TopScreen::top);
    commands.put("target", TargetCommands::target);
    commands.put("token", TokenCommands::token);
    commands.put("audit", TokenCommands::audit);
    commands.put("doctor", StoreCommands::doctor);
    commands.put("backup", StoreCommands::backup);
    commands.put("verify", StoreCommands::verify);
    commands.put("export", ExportCommands::export);
    commands.put("import", ExportCommands::imports);
    commands.put("capacity", CapacityCommand::capacity);
    commands.put("completion", SelfCommands::completion);
    return commands;
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
    if (error instanceof IOException || error instanceof UncheckedIOException) {
      terminal.complain("duetime: " + FileFault.words(error));
      return ExitCode.SOFTWARE;
    }
    String message = OptionNames.inPlaceOfField(oneLine(error.getMessage()), spec);
    if (error instanceof DuetimeException known) {
      terminal.complain("duetime: %s (%s)".formatted(message, known.code()));
      return error instanceof InvalidRequestException ? ExitCode.USAGE : ExitCode.SOFTWARE;
    }
    if (error instanceof CommandFailure || error instanceof TransferException) {
      terminal.complain("duetime: " + message);
      return error instanceof CommandFailure failure ? failure.exitCode() : ExitCode.SOFTWARE;
    }
    throw error;
  }

  private static String oneLine(@Nullable String message) {
    return message == null ? "failed" : message.replaceAll("\\s*\\R\\s*", " ");
  }

  /** Replaces the name of a field in a message by the option that sets it. */
  static final class OptionNames {
    private static final Pattern FIELD = Pattern.compile("([a-zA-Z ]+?)(?= is (?:missing|'))");

    /** Options with another name than their field over HTTP. */
    private static final Map<String, String> OTHERS =
        Map.ofEntries(
            Map.entry("ca", "--ca-file"),
            Map.entry("cert", "--cert-file"),
            Map.entry("cron expression", "--cron"),
            Map.entry("dueAt", "--at"),
            Map.entry("grants", "--grant"),
            Map.entry("ids", "--id"),
            Map.entry("interval", "--every"),
            Map.entry("key", "--key-file"),
            Map.entry("pausedFor", "--for"),
            Map.entry("pausedUntil", "--until"),
            Map.entry("tags", "--tag"));

    private OptionNames() {}

    static String inPlaceOfField(String message, CommandSpec command) {
      Matcher field = FIELD.matcher(message);
      if (!field.lookingAt()) {
        return message;
      }
      String own = "--" + words(field.group(1));
      String option =
          command.findOption(own) == null ? OTHERS.getOrDefault(field.group(1), own) : own;
      return command.findOption(option) == null ? message : option + message.substring(field.end());
    }

    private static String words(String name) {
      return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
  }
}
