package io.duetime.cli.transfer;

import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import io.duetime.engine.Engine;
import io.duetime.server.json.JsonTrees;
import io.duetime.transfer.export.Importer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Imports an export into a store; its subcommands move jobs from other systems. */
@Command(
    name = "import",
    description = "Import an export into a store, or move jobs from other systems.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "[COMMAND]",
    footer = {
      "%nImports into a store in Redis while work goes on, into a folder while no server "
          + "holds it. Creates the folder if it does not exist. Reads a file to its end before "
          + "importing anything, and standard input as it arrives. Existing entries stay: a job "
          + "with the same id, a recurring job with the same name, settings other than the "
          + "defaults. After an interruption run the command again.",
      "%nExamples:",
      "  duetime import jobs.ndjson --store embedded:./moved",
      "  duetime import sorted-set --help"
    })
public final class ImportCommand implements Callable<Integer> {
  private static final Path STANDARD_INPUT = Path.of("-");

  private final Terminal terminal;

  @Mixin private final StoreOptions store = new StoreOptions();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = {
        "A file of 'duetime export'; '-' for standard input. Write ./NAME for a file that is named "
            + "like a command."
      })
  private @Nullable Path file;

  @Spec private @Nullable CommandSpec spec;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public ImportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Path from = file();
    try {
      if (!from.equals(STANDARD_INPUT)) {
        if (!Files.isRegularFile(from)) {
          throw new CommandFailure("there is no file " + from);
        }
        check(from);
      }
      run(from);
      return ExitCode.OK;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  // A subcommand has no file, so the parser cannot require it.
  private Path file() {
    if (file != null) {
      return file;
    }
    if (spec == null) {
      throw new IllegalStateException("the command was not parsed");
    }
    throw new ParameterException(spec.commandLine(), "Missing required parameter: 'FILE'");
  }

  private static void check(Path from) throws IOException {
    try (InputStream in = Files.newInputStream(from)) {
      Importer.check(in);
    }
  }

  private void run(Path from) throws IOException {
    try (Engine engine = store.open(terminal);
        InputStream in = from.equals(STANDARD_INPUT) ? terminal.in() : Files.newInputStream(from)) {
      Importer importer = new Importer(engine);
      importer.run(in);
      terminal.print(store.isJson() ? json(importer) : sentence(importer));
    }
  }

  private static String sentence(Importer importer) {
    String present = importer.present().isEmpty() ? "" : importer.present().sentence();
    return "imported "
        + importer.taken().sentence()
        + (present.isEmpty() ? "" : "; existed already: " + present);
  }

  private static String json(Importer importer) {
    Map<String, Object> sums = new LinkedHashMap<>();
    sums.put("imported", importer.taken().counts());
    sums.put("present", importer.present().counts());
    return JsonTrees.MAPPER.writeValueAsString(sums);
  }
}
