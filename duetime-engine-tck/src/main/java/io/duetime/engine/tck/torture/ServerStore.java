package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.fixture.JavaCommand;
import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Child;
import io.duetime.engine.tck.torture.process.LineSocket;
import io.duetime.engine.tck.torture.process.Proxy;
import io.duetime.engine.tck.torture.process.SmallDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server with both protocols, over a folder that survives its death, or over memory, which does
 * not and is therefore left alive.
 */
class ServerStore extends TestedStore {
  private static final String MAIN = "io.duetime.cli.Main";
  private static final String SPACE = "?lowSpace=16MiB&reserve=8MiB&buffers=16MiB";
  private static final String HOST = "127.0.0.1:";

  private final int http = RedisNode.freePort();
  private final int wire = RedisNode.freePort();

  ServerStore(Path folder, boolean durable, String... further) {
    proxies.addAll(List.of(Proxy.before(http), Proxy.before(wire)));
    uri = "http://" + HOST + proxies.get(0).port();
    directUri = "http://" + HOST + http;
    wirePort = proxies.get(1).port();
    isFsynced = durable;
    String store = "memory:";
    if (durable) {
      SmallDisk disk = SmallDisk.mount(folder.resolve("disk"));
      has(disk);
      store = "embedded:" + disk.folder().resolve("store") + SPACE;
    } else {
      impossible.put(Kind.KILL_STORE, "left out: a store in memory does not survive it");
      impossible.put(Kind.DISK_FULL, "left out: a store in memory has no disk");
    }
    List<String> words = new ArrayList<>(List.of("server", "--store", store));
    words.addAll(List.of("--http", HOST + http, "--beanstalkd", HOST + wire));
    words.addAll(List.of(further));
    List<String> command = JavaCommand.of("256m", MAIN, words);
    processes.add(new Child("server", () -> command, folder.resolve("server.log")));
    without(Kind.FAIL_OVER, Kind.MOVE_SLOT, Kind.RESHARD);
  }

  @Override
  final boolean isReady() {
    return LineSocket.listens(http) && LineSocket.listens(wire);
  }
}
