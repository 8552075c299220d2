package io.duetime.engine.tck.torture;

import io.duetime.engine.Engine;
import io.duetime.engine.EngineProvider.EngineContext;
import io.duetime.engine.tck.torture.Fault.Group;
import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.engine.tck.torture.process.Proxy;
import io.duetime.engine.tck.torture.process.SmallDisk;
import io.duetime.runtime.EngineOpener;
import io.duetime.time.SystemTime;
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

  private final Set<Kind> known = EnumSet.allOf(Kind.class);
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
    SmallDisk disk = SmallDisk.mount(folder.resolve("disk"));
    RedisNode node = RedisNode.in(disk.folder(), "redis", List.of());
    TestedStore store =
        new TestedStore() {
          @Override
          boolean isReady() {
            return node.answers();
          }
        };
    store.has(disk);
    store.processes.add(node.process());
    store.proxies.add(Proxy.before(node.port()));
    String uri = "redis://127.0.0.1:%d?appendfsync=always";
    store.uri = uri.formatted(store.proxies.get(0).port());
    store.directUri = uri.formatted(node.port());
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
          throw Options.wrong("store", store, "memory, folder, redis, cluster, handover, or a URI");
        }
        yield running(store);
      }
    };
  }

  /** A connection to a store. */
  static Engine connect(String uri) {
    return EngineOpener.open(uri, new EngineContext(SystemTime.clock(), Map.of()));
  }

  /** Lets faults fill the disk of the store's data. */
  final void has(SmallDisk ofData) {
    disk = ofData;
    if (!ofData.whyNot().isEmpty()) {
      impossible.put(Kind.DISK_FULL, ofData.whyNot());
    }
  }

  /** Leaves out faults that this kind of store does not know. */
  final void without(Kind... kinds) {
    known.removeAll(List.of(kinds));
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
    processes.forEach(Child::resume);
    return Pause.until(
        START_MILLIS,
        () -> {
          relieve();
          return isReady();
        });
  }

  /** The faults of some groups that are possible here. */
  final Set<Kind> possible(Set<Group> groups) {
    Set<Kind> kinds = EnumSet.copyOf(known);
    kinds.removeIf(kind -> impossible.containsKey(kind) || !groups.contains(kind.group));
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
