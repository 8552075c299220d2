package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.engine.tck.torture.process.Proxy;
import io.duetime.engine.tck.torture.process.SmallDisk;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One Redis server that fsyncs each write before it answers. */
final class RedisServerStore implements TestedStore {
  private static final long START_MILLIS = 60_000;
  private static final String PARAMETERS = "?appendfsync=always";

  private final RedisNode node;
  private final Proxy proxy;
  private final SmallDisk disk;

  RedisServerStore(Path folder) {
    this.disk = SmallDisk.mount(folder.resolve("disk"));
    this.node = new RedisNode("redis", disk.folder(), List.of());
    this.proxy = Proxy.before(node.port());
  }

  @Override
  public void start() {
    if (!heal()) {
      throw new IllegalStateException("Redis does not answer; its log is in " + disk.folder());
    }
  }

  @Override
  public boolean heal() {
    proxy.heal();
    disk.free();
    node.process().resume();
    node.process().start();
    return Pause.until(START_MILLIS, node::answers);
  }

  @Override
  public String uri() {
    return "redis://127.0.0.1:" + proxy.port() + PARAMETERS;
  }

  @Override
  public String directUri() {
    return "redis://127.0.0.1:" + node.port() + PARAMETERS;
  }

  @Override
  public List<Proxy> proxies() {
    return List.of(proxy);
  }

  @Override
  public List<Child> processes() {
    return List.of(node.process());
  }

  @Override
  public boolean isFsynced() {
    return true;
  }

  @Override
  public Set<Kind> possible() {
    Set<Kind> all = EnumSet.allOf(Kind.class);
    all.removeAll(impossible().keySet());
    all.removeAll(EnumSet.of(Kind.FAIL_OVER, Kind.MOVE_SLOT));
    return all;
  }

  @Override
  public Map<Kind, String> impossible() {
    String why = disk.whyNot();
    return why == null ? Map.of() : Map.of(Kind.DISK_FULL, why);
  }

  @Override
  public String strike(Fault fault) {
    disk.fill();
    return "redis";
  }

  @Override
  public void relieve(Fault fault) {
    disk.free();
    // Redis ends when it cannot write its log.
    node.process().start();
  }

  @Override
  public void close() {
    proxy.cutAll();
    node.process().kill();
    disk.close();
  }
}
