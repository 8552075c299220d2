package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.Pause;
import io.duetime.engine.tck.torture.process.Proxy;
import io.duetime.engine.tck.torture.process.SmallDisk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A server with both protocols, over a folder that survives its death, or over memory, which does
 * not and is therefore left alive.
 */
class ServerStore implements TestedStore {
  private static final long START_MILLIS = 60_000;
  private static final String MAIN = "io.duetime.cli.Main";
  private static final String SPACE = "?lowSpace=16MiB&reserve=8MiB&buffers=16MiB";
  private static final String HOST = "127.0.0.1:";

  private final SmallDisk disk;
  private final boolean durable;
  private final int http = RedisNode.freePort();
  private final int wire = RedisNode.freePort();
  private final Child server;
  private final Proxy httpProxy = Proxy.before(http);
  private final Proxy wireProxy = Proxy.before(wire);

  ServerStore(Path folder, boolean durable, List<String> further) {
    this.disk = SmallDisk.mount(folder.resolve("disk"));
    this.durable = durable;
    List<String> words = new ArrayList<>(List.of("server", "--store"));
    words.add(durable ? "embedded:" + disk.folder().resolve("store") + SPACE : "memory:");
    words.addAll(List.of("--http", HOST + http, "--beanstalkd", HOST + wire));
    words.addAll(further);
    List<String> command = Child.java("256m", List.of(), MAIN, words);
    this.server = new Child("server", () -> command, folder.resolve("server.log"));
  }

  @Override
  public void start() {
    if (!heal()) {
      throw new IllegalStateException("the server does not answer; its log is server.log");
    }
  }

  @Override
  public boolean heal() {
    proxies().forEach(Proxy::heal);
    disk.free();
    server.resume();
    return Pause.until(
        START_MILLIS,
        () -> {
          server.start();
          return listens(http) && listens(wire);
        });
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public String uri() {
    return "http://" + HOST + httpProxy.port();
  }

  @Override
  public String directUri() {
    return "http://" + HOST + http;
  }

  @Override
  public List<Proxy> proxies() {
    return List.of(httpProxy, wireProxy);
  }

  @Override
  public int wirePort() {
    return wireProxy.port();
  }

  @Override
  public List<Child> processes() {
    return List.of(server);
  }

  @Override
  public boolean isFsynced() {
    return durable;
  }

  @Override
  public Set<Kind> possible() {
    Set<Kind> kinds = EnumSet.allOf(Kind.class);
    kinds.removeAll(EnumSet.of(Kind.FAIL_OVER, Kind.MOVE_SLOT, Kind.RESHARD));
    kinds.removeAll(impossible().keySet());
    return kinds;
  }

  @Override
  public Map<Kind, String> impossible() {
    Map<Kind, String> impossible = new EnumMap<>(Kind.class);
    String why = disk.whyNot();
    if (why != null) {
      impossible.put(Kind.DISK_FULL, why);
    }
    if (!durable) {
      impossible.put(Kind.KILL_STORE, "left out: a store in memory does not survive it");
      impossible.put(Kind.DISK_FULL, "left out: a store in memory has no disk");
    }
    return impossible;
  }

  @Override
  public String strike(Fault fault) {
    disk.fill();
    return "server";
  }

  @Override
  public void relieve(Fault fault) {
    disk.free();
    server.start();
  }

  @Override
  public void close() {
    proxies().forEach(Proxy::cutAll);
    server.kill();
    disk.close();
  }
}
