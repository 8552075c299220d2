package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The store of a run with the processes that make it up. */
interface TestedStore extends AutoCloseable {
  /** The store that the option names, which is not started yet. */
  static TestedStore of(Options options) {
    Path folder = options.report();
    String store = options.store();
    return switch (store) {
      case "memory" -> new ServerStore(folder, false, List.of());
      case "folder" -> new ServerStore(folder, true, List.of());
      case "redis" -> new RedisServerStore(folder);
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

  /** Starts all processes and waits until they answer. */
  void start();

  /** Starts what was killed and waits until all answer; answers whether they do in time. */
  boolean heal();

  /** Where clients connect, through a proxy if there is one. */
  String uri();

  /** Where the judge connects, past the proxy. */
  String directUri();

  /** What disturbs the connections of clients, if anything does. */
  default List<Proxy> proxies() {
    return List.of();
  }

  /** The port of the protocol of beanstalkd, or 0. */
  default int wirePort() {
    return 0;
  }

  /** The processes that may be killed and paused. */
  List<Child> processes();

  /** Whether clients ask for an fsync. */
  boolean isFsynced();

  /** For how many replicas clients ask. */
  default int replicas() {
    return 0;
  }

  /**
   * Whether what no replica had confirmed can be lost, claims and shifts too, as replicas take over
   * from masters.
   */
  default boolean mayLoseUnconfirmed() {
    return false;
  }

  /** Which faults are possible here. */
  Set<Kind> possible();

  /** Which faults are not possible here though they were to be, and why. */
  Map<Kind, String> impossible();

  /** Does what only this store can; answers what, for the log, or null if it was not possible. */
  default @Nullable String strike(Fault fault) {
    return null;
  }

  /** Ends what {@link #strike} has begun. */
  default void relieve(Fault fault) {}

  @Override
  void close();
}
