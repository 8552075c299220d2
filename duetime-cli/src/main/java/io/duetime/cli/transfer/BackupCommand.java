package io.duetime.cli.transfer;

import io.duetime.cli.remote.Bodies;
import io.duetime.cli.remote.Remote;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.remote.ServerReply;
import io.duetime.cli.terminal.ExitCode;
import io.duetime.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Asks the server to back up its store. */
@Command(
    name = "backup",
    description = "Copy the store of a running server into a folder on the same machine.",
    mixinStandardHelpOptions = true,
    footer = {
      "%nThe copy is a complete store: start a server on it, verify it, export it, or use it "
          + "to replace a lost store. It has every change that the server acknowledged before the "
          + "call.",
      "%nExample:",
      "  duetime backup /backups/monday"
    })
public final class BackupCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Parameters(
      index = "0",
      paramLabel = "FOLDER",
      description = "The target; it must be empty or not exist yet.")
  private Path folder = Path.of("");

  /** Reads from the terminal, prints to it, and goes by its time. */
  public BackupCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    String target = folder.toAbsolutePath().normalize().toString();
    ServerReply reply =
        server
            .connect(terminal)
            .post("/v1/store/backup", Bodies.of("folder", target), Remote.LONG)
            .orFail();
    terminal.print(server.isJson() ? reply.text() : "backed up to " + target);
    return ExitCode.OK;
  }
}
