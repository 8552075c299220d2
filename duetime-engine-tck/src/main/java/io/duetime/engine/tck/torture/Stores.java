package io.duetime.engine.tck.torture;

import java.nio.file.Path;
import java.util.List;

/** Opens the store that the option names. */
final class Stores {
  private Stores() {}

  static TestedStore of(Options options) {
    Path folder = options.report();
    String store = options.store();
    return switch (store) {
      case "memory" -> new ServerStore(folder, false, List.of());
      case "folder" -> new ServerStore(folder, true, List.of());
      case "redis" -> new RedisStore(folder);
      case "cluster" -> new ClusterStore(folder);
      case "handover" -> new HandOverStore(folder);
      default -> {
        if (!store.matches("[a-z-]+:.*")) {
          throw new IllegalArgumentException(
              "--store is " + store + ": memory, folder, redis, cluster, handover, or a URI");
        }
        yield new RunningStore(store);
      }
    };
  }
}
