package io.duetime.cli.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.cli.remote.Invocation;
import io.duetime.cli.remote.Param;
import io.duetime.cli.remote.ServerOptions;
import io.duetime.cli.terminal.CommandFailure;
import io.duetime.cli.terminal.Terminal;
import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedEngineProvider;
import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.runtime.EngineOpener;
import io.duetime.server.Setting;
import io.duetime.transfer.EngineTarget;
import io.duetime.transfer.Mover;
import java.nio.file.Path;
import java.util.Map;

/** The options that name a store: a folder that no server holds, or a store in Redis. */
public final class StoreOptions {
  private StoreOptions() {}

  /** The store, and the form of the output. */
  public static Param[] params() {
    return new Param[] {
      Param.text(
          "--store",
          "URI",
          "The store: embedded:FOLDER while no server holds it; for export and import also "
              + "redis:, redis-sentinel: and redis-cluster:. Default: "
              + Setting.STORE.defaultText()),
      Param.flag("--json", "Print JSON.")
    };
  }

  private static String uri(Invocation given) {
    return given.find("--store").orElseGet(Setting.STORE::defaultText);
  }

  /** Opens the store, and creates it if it does not exist. */
  static Engine open(Invocation given) {
    return open(uri(given), given.terminal());
  }

  /** Opens a store that outlives the command, and creates it if it does not exist. */
  public static Engine open(String store, Terminal terminal) {
    if (store.startsWith("memory:")) {
      throw new InvalidRequestException("store", store, "a store that outlives this command");
    }
    return EngineOpener.open(store, new EngineContext(terminal.time(), Map.of()));
  }

  /** Opens the store of a server. The first call says best why there is none. */
  static Mover.Target target(Invocation given) {
    given.remote().get("/health/live");
    return new EngineTarget(
        EngineOpener.open(
            ServerOptions.url(given),
            new EngineContext(given.terminal().time(), ServerOptions.parameters(given))));
  }

  /** Opens an existing store. */
  static Engine openExisting(Invocation given) {
    if (uri(given).startsWith("embedded:")) {
      existingFolder(given);
    }
    return open(given);
  }

  /** The folder of the store; fails if there is no store in it. */
  public static Path existingFolder(Invocation given) {
    Path folder = EmbeddedEngineProvider.folder(uri(given));
    if (!EmbeddedEngine.isStore(folder)) {
      throw new CommandFailure("there is no store in " + folder);
    }
    return folder;
  }
}
