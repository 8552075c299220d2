package io.duetime.server.cli.store;

import io.duetime.engine.Engine;
import io.duetime.server.cli.terminal.CommandFailure;
import io.duetime.server.cli.terminal.ExitCode;
import io.duetime.server.cli.terminal.Terminal;
import io.duetime.server.json.JsonShape;
import io.duetime.server.transfer.Importer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Imports an export into a store. */
@Command(
    name = "import",
    description = "Import an export into a store.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nImports into a store in Redis while work goes on, into a folder while no server "
          + "holds it. Creates the folder if it does not exist. Reads a file to its end before "
          + "importing anything, and standard input as it arrives. Existing entries stay: a job "
          + "with the same id, a recurring job with the same name, settings other than the "
          + "defaults. After an interruption run the command again.",
      "%nExample:",
      "  duetime import jobs.ndjson --store embedded:./moved"
    })
public final class ImportCommand implements Callable<Integer> {
  private static final Path STANDARD_INPUT = Path.of("-");

  private final Terminal terminal;

  @Mixin private final StoreOptions store = new StoreOptions();

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A file of 'duetime export'; '-' for standard input.")
  private Path file = STANDARD_INPUT;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public ImportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try {
      if (!file.equals(STANDARD_INPUT)) {
        if (!Files.isRegularFile(file)) {
          throw new CommandFailure("there is no file " + file);
        }
        check();
      }
      run();
      return ExitCode.OK;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private void check() throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      Importer.check(in);
    }
  }

  private void run() throws IOException {
    try (Engine engine = store.open(terminal);
        InputStream in = file.equals(STANDARD_INPUT) ? terminal.in() : Files.newInputStream(file)) {
      Importer importer = new Importer(engine);
      importer.run(in);
      terminal.print(store.isJson() ? json(importer) : sentence(importer));
    }
  }

  private static String sentence(Importer importer) {
    String present = importer.present().all() == 0 ? "" : importer.present().sentence();
    return "imported "
        + importer.taken().sentence()
        + (present.isEmpty() ? "" : "; existed already: " + present);
  }

  private static String json(Importer importer) {
    JsonShape shape =
        out -> {
          out.writeStartObject();
          out.writeName("imported");
          out.writeStartObject();
          importer.taken().write(out);
          out.writeEndObject();
          out.writeName("present");
          out.writeStartObject();
          importer.present().write(out);
          out.writeEndObject();
          out.writeEndObject();
        };
    return shape.text();
  }
}
