package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.engine.tck.torture.process.Proxy;
import io.duetime.engine.tck.torture.process.SmallDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The store of a run with the processes that make it up. */
abstract class TestedStore implements AutoCloseable {
  private static final long START_MILLIS = 60_000;

  /** What can be killed and paused. */
  final List<Child> processes = new ArrayList<>();

  /** What disturbs the connections of clients. */
  final List<Proxy> proxies = new ArrayList<>();

  /** Which faults are not possible here, and why. */
  final Map<Kind, String> impossible = new EnumMap<>(Kind.class);

  private final Set<Kind> senseless = EnumSet.noneOf(Kind.class);
  private @Nullable SmallDisk disk;

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

  /** Mounts the disk for the store's data. */
  final Path mount(Path folder) {
    disk = SmallDisk.mount(folder);
    String why = disk.whyNot();
    if (why != null) {
      impossible.put(Kind.DISK_FULL, why);
    }
    return folder;
  }

  /** Leaves out faults that this kind of store does not know. */
  final void without(Kind... kinds) {
    senseless.addAll(List.of(kinds));
  }

  /** Where clients connect, through a proxy if there is one. */
  abstract String uri();

  /** Where the judge connects, past the proxy. */
  abstract String directUri();

  /** Whether all processes answer. */
  abstract boolean isReady();

  /** Whether clients ask for an fsync. */
  boolean isFsynced() {
    return true;
  }

  /** For how many replicas clients ask. */
  int replicas() {
    return 0;
  }

  /** The port of the protocol of beanstalkd, or 0. */
  int wirePort() {
    return 0;
  }

  /**
   * Whether what no replica had confirmed can be lost, claims and shifts too, as replicas take over
   * from masters.
   */
  boolean mayLoseUnconfirmed() {
    return false;
  }

  /** Starts all processes and waits until they answer. */
  void start() {
    if (!heal()) {
      throw new IllegalStateException("the store does not answer; its log is in the report");
    }
  }

  /** Ends all faults and waits until all processes answer; answers whether they do in time. */
  final boolean heal() {
    proxies.forEach(Proxy::heal);
    relieve();
    processes.forEach(Child::resume);
    return Pause.until(
        START_MILLIS,
        () -> {
          processes.forEach(Child::start);
          return isReady();
        });
  }

  /** The faults to choose from. */
  final Set<Kind> possible() {
    Set<Kind> kinds = EnumSet.allOf(Kind.class);
    kinds.removeAll(senseless);
    kinds.removeAll(impossible.keySet());
    return kinds;
  }

  /** Does what only this store can; answers what, for the log, or null if it was not possible. */
  @Nullable String strike(Fault fault) {
    if (disk == null) {
      return null;
    }
    disk.fill();
    return "disk";
  }

  /** Ends what {@link #strike} has begun. A process may have ended as it could not write. */
  final void relieve() {
    if (disk != null) {
      disk.free();
    }
    processes.forEach(Child::start);
  }

  @Override
  public void close() {
    proxies.forEach(Proxy::cutAll);
    processes.forEach(Child::kill);
    if (disk != null) {
      disk.close();
    }
  }
}
