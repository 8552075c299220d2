package io.duetime.cli.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.Terminal;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedEngineProvider;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineContext;
import io.duetime.engine.JobSpec;
import io.duetime.runtime.EngineOpener;
import io.duetime.server.Setting;
import io.duetime.transfer.EngineTarget;
import io.duetime.transfer.TransferTarget;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that name a store: a folder that no server holds, or a store in Redis. */
public final class StoreOptions {
  @Option(
      names = "--store",
      paramLabel = "URI",
      description = {
        "The store: embedded:FOLDER while no server holds it; for export and import also "
            + "redis:, redis-sentinel: and redis-cluster:. Default: ${DEFAULT-VALUE}"
      })
  private String store = Setting.STORE.defaultText();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  boolean isJson() {
    return json;
  }

  Path folder() {
    return EmbeddedEngineProvider.folder(store);
  }

  /** Opens the store, and creates it if it does not exist. */
  Engine open(Terminal terminal) {
    return open(store, terminal);
  }

  /** Opens a store that outlives the command, and creates it if it does not exist. */
  static Engine open(String store, Terminal terminal) {
    if (store.startsWith("memory:")) {
      throw new InvalidRequestException("store", store, "a store that outlives this command");
    }
    return EngineOpener.open(store, new EngineContext(terminal.time(), Map.of()));
  }

  /** Opens the store of a server. The first call says best why there is none. */
  static TransferTarget<JobSpec> target(ServerOptions server, Terminal terminal) {
    server.connect(terminal).get("/health/live");
    return new EngineTarget(
        EngineOpener.open(
            server.url(terminal), new EngineContext(terminal.time(), server.parameters(terminal))));
  }

  /** Opens an existing store. */
  Engine openExisting(Terminal terminal) {
    if (store.startsWith("embedded:")) {
      requireStore(folder());
    }
    return open(terminal);
  }

  public static void requireStore(Path folder) {
    if (!EmbeddedEngine.isStore(folder)) {
      throw new CommandFailure("there is no store in " + folder);
    }
  }
}
