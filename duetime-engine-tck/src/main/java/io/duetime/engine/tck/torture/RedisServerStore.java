package io.duetime.engine.tck.torture;

import io.duetime.engine.tck.torture.Fault.Kind;
import io.duetime.engine.tck.torture.process.Proxy;
import java.nio.file.Path;
import java.util.List;

/** One Redis server that fsyncs each write before it answers. */
final class RedisServerStore extends TestedStore {
  private static final String URI = "redis://127.0.0.1:%d?appendfsync=always";

  private final RedisNode node;

  RedisServerStore(Path folder) {
    node = new RedisNode("redis", mount(folder.resolve("disk")), List.of());
    processes.add(node.process());
    proxies.add(Proxy.before(node.port()));
    without(Kind.FAIL_OVER, Kind.MOVE_SLOT);
  }

  @Override
  String uri() {
    return URI.formatted(proxies.get(0).port());
  }

  @Override
  String directUri() {
    return URI.formatted(node.port());
  }

  @Override
  boolean isReady() {
    return node.answers();
  }
}
