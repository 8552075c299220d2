package io.duetime.server.cli.store;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedEngineProvider;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineContext;
import io.duetime.internal.client.Engines;
import io.duetime.server.ServerSettings;
import io.duetime.server.cli.terminal.CommandFailure;
import io.duetime.server.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** Which folder to work on, while no server holds it. */
final class StoreOptions {
  @Option(
      names = "--store",
      paramLabel = "URI",
      description = "The store, embedded:FOLDER; " + ServerSettings.DEFAULT_STORE + " unless said.")
  private String store = ServerSettings.DEFAULT_STORE;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  boolean isJson() {
    return json;
  }

  Path folder() {
    return EmbeddedEngineProvider.folder(store);
  }

  /** Opens the store, making it when there is none. */
  Engine open(Terminal terminal) {
    folder();
    return Engines.open(store, new EngineContext(terminal.time(), Map.of()));
  }

  /** Opens the store that is there. */
  Engine openExisting(Terminal terminal) {
    requireStore(folder());
    return open(terminal);
  }

  static void requireStore(Path folder) {
    if (!EmbeddedEngine.isStore(folder)) {
      throw new CommandFailure("there is no store in " + folder);
    }
  }
}
