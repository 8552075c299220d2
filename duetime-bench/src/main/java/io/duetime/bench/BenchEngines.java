package io.duetime.bench;

import io.duetime.engine.Engine;
import io.duetime.engine.EngineContext;
import io.duetime.engine.EngineProvider;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;

/** Opens engines by URI, as the library does. */
public final class BenchEngines {
  private BenchEngines() {}

  /** The URI of a new store: of a scheme that keeps its jobs in a folder, within that folder. */
  public static String uri(String scheme, Path folder) {
    return scheme.equals("memory") ? "memory:" : scheme + ":" + folder.resolve("store");
  }

  /** Opens a store with the system's clock and no options. */
  public static Engine open(String uri) {
    String scheme = uri.substring(0, uri.indexOf(':'));
    for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
      if (provider.schemes().contains(scheme)) {
        return provider.open(uri, new EngineContext(InstantSource.system(), Map.of()));
      }
    }
    throw new IllegalArgumentException("no engine opens " + uri);
  }

  /** Blocks until a stage is complete. */
  public static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
