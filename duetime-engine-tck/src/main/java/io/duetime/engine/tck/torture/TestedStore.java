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
class TestedStore implements AutoCloseable {
  private static final long START_MILLIS = 60_000;

  /** Where clients connect, through a proxy if there is one. */
  String uri = "";

  /** Where the judge connects, past the proxy. */
  String directUri = "";

  /** Whether clients ask for an fsync. */
  boolean isFsynced = true;

  /** For how many replicas clients ask. */
  int replicas;

  /** The port of the protocol of beanstalkd, or 0. */
  int wirePort;

  /**
   * Whether what no replica had confirmed can be lost, claims and shifts too, as replicas take over
   * from masters.
   */
  boolean mayLoseUnconfirmed;

  /** What can be killed and paused. */
  final List<Child> processes = new ArrayList<>();

  /** What disturbs the connections of clients. */
  final List<Proxy> proxies = new ArrayList<>();

  /** Which faults are not possible here, and why. */
  final Map<Kind, String> impossible = new EnumMap<>(Kind.class);

  private final Set<Kind> senseless = EnumSet.noneOf(Kind.class);
  private @Nullable SmallDisk disk;

  /** A store that runs already: only the clients are disturbed. */
  private static TestedStore running(String uri) {
    TestedStore store = new TestedStore();
    store.uri = uri;
    store.directUri = uri;
    store.isFsynced = false;
    store.without(Kind.values());
    return store;
  }

  /** One Redis server that fsyncs each write before it answers. */
  private static TestedStore redis(Path folder) {
    Path data = folder.resolve("disk");
    SmallDisk disk = SmallDisk.mount(data);
    RedisNode node = new RedisNode("redis", data, List.of());
    Proxy proxy = Proxy.before(node.port());
    TestedStore store =
        new TestedStore() {
          @Override
          boolean isReady() {
            return node.answers();
          }
        };
    String uri = "redis://127.0.0.1:%d?appendfsync=always";
    store.uri = uri.formatted(proxy.port());
    store.directUri = uri.formatted(node.port());
    store.has(disk);
    store.processes.add(node.process());
    store.proxies.add(proxy);
    store.without(Kind.FAIL_OVER, Kind.MOVE_SLOT);
    return store;
  }

  /** The store that the option names, which is not started yet. */
  static TestedStore of(Options options) {
    Path folder = options.report();
    String store = options.store();
    return switch (store) {
      case "memory" -> new ServerStore(folder, false);
      case "folder" -> new ServerStore(folder, true);
      case "redis" -> redis(folder);
      case "cluster" -> new ClusterStore(folder);
      case "handover" -> new HandOverStore(folder);
      default -> {
        if (!store.matches("[a-z-]+:.*")) {
          throw new IllegalArgumentException(
              "--store is " + store + ": memory, folder, redis, cluster, handover, or a URI");
        }
        yield running(store);
      }
    };
  }

  /** Lets faults fill the disk of the store's data. */
  final void has(SmallDisk ofData) {
    disk = ofData;
    String why = disk.whyNot();
    if (why != null) {
      impossible.put(Kind.DISK_FULL, why);
    }
  }

  /** Leaves out faults that this kind of store does not know. */
  final void without(Kind... kinds) {
    senseless.addAll(List.of(kinds));
  }

  /** Whether all processes answer. */
  boolean isReady() {
    return true;
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
