package io.duetime.cli.transfer;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import io.duetime.cli.remote.CallCommand;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.CommandFailure.ExitCode;
import io.duetime.cli.terminal.FileFault;
import io.duetime.cli.terminal.Terminal;
import io.duetime.engine.Engine;
import io.duetime.server.json.JsonTrees;
import io.duetime.text.PrivateFiles;
import io.duetime.transfer.export.Exporter;
import io.duetime.transfer.export.Exporter.Exported;
import io.duetime.transfer.export.Importer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The commands that write a whole store to a file, and read it back. */
public final class ExportCommands {
  private static final int BUFFER = 1 << 16;
  private static final String STREAM = "-";

  private ExportCommands() {}

  /** Writes a whole store as lines of JSON. */
  public static CommandLine export(Terminal terminal) {
    return CallCommand.local(
            terminal, "export", "Write everything in a store to a file, one JSON object per line.")
        .operand(
            Path.class, "FILE", "1", "A file that does not exist yet; '-' for standard output.")
        .options(StoreOptions.params())
        .footer(
            "%nA store in Redis is exported while work goes on, a folder while no server holds it. "
                + "To export the folder of a running server, make a backup and export that. The "
                + "file appears once it is complete. docs/formats/export.md describes the file.",
            "duetime export jobs.ndjson --store redis://localhost")
        .runs(ExportCommands::export);
  }

  private static int export(Invocation given) {
    String file = given.text("FILE");
    try (Engine engine = StoreOptions.openExisting(given)) {
      return tell(
          given,
          file.equals(STREAM)
              ? write(engine, given.terminal().out())
              : toFile(engine, Path.of(file)));
    } catch (IOException unwritable) {
      throw new CommandFailure("cannot write " + file + ": " + FileFault.reason(unwritable));
    }
  }

  private static Exported toFile(Engine engine, Path file) throws IOException {
    if (Files.exists(file)) {
      throw new CommandFailure(file + " exists already; choose another file");
    }
    Path unfinished = Path.of(file + ".unfinished");
    if (Files.exists(unfinished)) {
      throw new CommandFailure(
          unfinished + " is of another export, which runs or was interrupted; delete it then");
    }
    try (OutputStream out =
        Channels.newOutputStream(PrivateFiles.open(unfinished, CREATE_NEW, WRITE))) {
      Exported exported = write(engine, out);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      return exported;
    }
  }

  private static Exported write(Engine engine, OutputStream to) throws IOException {
    return new Exporter(engine, new BufferedOutputStream(to, BUFFER)).run();
  }

  private static int tell(Invocation given, Exported exported) {
    Terminal terminal = given.terminal();
    // Standard output may be the export itself.
    terminal.complain(given.isJson() ? json(exported) : "exported " + exported.sums().sentence());
    if (exported.isWhole()) {
      return ExitCode.OK;
    }
    exported.left().forEach(left -> terminal.complain("left out: " + left));
    terminal.complain(
        "duetime: the export is complete but for "
            + exported.unreadable()
            + " jobs that cannot be read; 'duetime verify' names those of a folder, 'duetime"
            + " doctor' the queues in Redis");
    return ExitCode.FAILED;
  }

  private static String json(Exported exported) {
    Map<String, Object> sum = new LinkedHashMap<>(exported.sums().counts());
    sum.put("unreadable", exported.unreadable());
    sum.put("left", exported.left());
    return JsonTrees.MAPPER.writeValueAsString(sum);
  }

  /** Imports an export into a store; its subcommands move jobs from other systems. */
  public static CommandLine imports(Terminal terminal) {
    CommandLine line =
        CallCommand.local(
                terminal,
                "import",
                "Import an export into a store, or move jobs from other systems.")
            .operand(
                Path.class,
                "FILE",
                "0..1",
                "A file of 'duetime export'; '-' for standard input. Write ./NAME for a file that"
                    + " is named like a command.")
            .options(StoreOptions.params())
            .footer(
                "%nImports into a store in Redis while work goes on, into a folder while no server "
                    + "holds it. Creates the folder if it does not exist. Reads a file to its end "
                    + "before importing anything, and standard input as it arrives. Existing "
                    + "entries stay: a job with the same id, a recurring job with the same name, "
                    + "settings other than the defaults. After an interruption run the command "
                    + "again.",
                "duetime import jobs.ndjson --store embedded:./moved",
                "duetime import sorted-set --help")
            .runs(ExportCommands::importFile);
    line.getCommandSpec().usageMessage().synopsisSubcommandLabel("[COMMAND]");
    SystemCommands.all(terminal).forEach(line::addSubcommand);
    return line;
  }

  private static int importFile(Invocation given) throws IOException {
    String file = given.text("FILE");
    // A subcommand has no file, so the parser cannot require it.
    if (file.isEmpty()) {
      throw new ParameterException(
          given.spec().commandLine(), "Missing required parameter: 'FILE'");
    }
    if (!file.equals(STREAM)) {
      if (!Files.isRegularFile(Path.of(file))) {
        throw new CommandFailure("there is no file " + file);
      }
      try (InputStream in = Files.newInputStream(Path.of(file))) {
        Importer.check(in);
      }
    }
    try (Engine engine = StoreOptions.open(given);
        InputStream in =
            file.equals(STREAM) ? given.terminal().in() : Files.newInputStream(Path.of(file))) {
      Importer importer = new Importer(engine);
      importer.run(in);
      Map<String, Object> sums = new LinkedHashMap<>();
      sums.put("imported", importer.taken().counts());
      sums.put("present", importer.present().counts());
      given.print(sums, List.of(sentence(importer)));
    }
    return ExitCode.OK;
  }

  private static String sentence(Importer importer) {
    String present = importer.present().isEmpty() ? "" : importer.present().sentence();
    return "imported "
        + importer.taken().sentence()
        + (present.isEmpty() ? "" : "; existed already: " + present);
  }
}
