package io.duetime.cli.transfer;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.FileFault;
import io.duetime.cli.terminal.Terminal;
import io.duetime.engine.Engine;
import io.duetime.server.json.JsonTrees;
import io.duetime.text.PrivateFiles;
import io.duetime.transfer.TransferException;
import io.duetime.transfer.export.Exporter;
import io.duetime.transfer.export.Exporter.Exported;
import io.duetime.transfer.export.UnfinishedExport;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a whole store as lines of JSON. */
@Command(
    name = "export",
    description = "Write everything in a store to a file, one JSON object per line.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nA store in Redis is exported while work goes on, a folder while no server holds it. "
          + "To export the folder of a running server, make a backup and export that. The file "
          + "appears once it is complete; --resume continues an export that was interrupted. "
          + "docs/formats/export.md describes the file.",
      "%nExample:",
      "  duetime export jobs.ndjson --store redis://localhost"
    })
public final class ExportCommand implements Callable<Integer> {
  private static final int BUFFER = 1 << 16;
  private static final Path STANDARD_OUTPUT = Path.of("-");

  private final Terminal terminal;

  @Mixin private final StoreOptions store = new StoreOptions();

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A file that does not exist yet; '-' for standard output.")
  private Path file = STANDARD_OUTPUT;

  @Option(
      names = "--resume",
      description = "Continue FILE.unfinished, which an interrupted export of this store has left.")
  private boolean isResumed;

  /** Reads from the terminal, prints to it, and goes by its time. */
  public ExportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try (Engine engine = store.openExisting(terminal)) {
      return tell(file.equals(STANDARD_OUTPUT) ? toOutput(engine) : toFile(engine));
    } catch (TransferException broken) {
      throw new CommandFailure(broken.getMessage() + "; delete the file and export again");
    } catch (IOException unwritable) {
      throw new CommandFailure("cannot write " + file + ": " + FileFault.reason(unwritable));
    }
  }

  private Exported toFile(Engine engine) throws IOException {
    if (Files.exists(file)) {
      throw new CommandFailure(file + " exists already; choose another file");
    }
    Path unfinished = Path.of(file + ".unfinished");
    UnfinishedExport before = before(unfinished, engine);
    try (OutputStream out =
        Channels.newOutputStream(PrivateFiles.open(unfinished, CREATE, WRITE, APPEND))) {
      Exported exported = write(engine, out, before);
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      return exported;
    }
  }

  private @Nullable UnfinishedExport before(Path unfinished, Engine engine) throws IOException {
    if (!Files.exists(unfinished)) {
      return null;
    }
    if (!isResumed) {
      throw new CommandFailure(
          unfinished + " is an interrupted export; continue it with --resume, or delete it");
    }
    return UnfinishedExport.read(unfinished, engine).orElse(null);
  }

  private Exported toOutput(Engine engine) throws IOException {
    if (isResumed) {
      throw new CommandFailure("--resume needs a FILE; standard output cannot be continued");
    }
    return write(engine, terminal.out(), null);
  }

  private static Exported write(Engine engine, OutputStream to, @Nullable UnfinishedExport before)
      throws IOException {
    return new Exporter(engine, new BufferedOutputStream(to, BUFFER), before).run();
  }

  private int tell(Exported exported) {
    // Standard output may be the export itself.
    terminal.complain(store.isJson() ? json(exported) : "exported " + exported.sums().sentence());
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
}
