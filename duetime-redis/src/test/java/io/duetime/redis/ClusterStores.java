package io.duetime.redis;

import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.internal.link.LinkSettings;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.lettuce.Links;
import io.lettuce.core.cluster.RedisClusterClient;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** A cluster of three masters that keep what they are told, each store under a prefix. */
final class ClusterStores implements Servers {
  static final ClusterStores ALL = new ClusterStores();

  private final RedisCluster cluster =
      RedisCluster.start("--appendonly", "yes", "--appendfsync", "always");
  private final RedisClusterClient client =
      RedisClusterClient.create("redis://127.0.0.1:" + cluster.masters().get(0).port());

  private ClusterStores() {
    for (RedisProcess master : cluster.masters()) {
      TestStores.loadScripts(master);
    }
  }

  /**
   * With its connections to all nodes: what waits for one is not sent in the order of the calls.
   */
  @Override
  public RedisLink link() {
    RedisLink link = Links.on(client, LinkSettings.DEFAULT);
    Set<Node> met = new HashSet<>();
    for (int i = 0; met.size() < link.nodes().size(); i++) {
      byte[] key = ("any" + i).getBytes(StandardCharsets.UTF_8);
      if (met.add(link.nodeOf(key))) {
        link.read("EXISTS", key).toCompletableFuture().join();
      }
    }
    return link;
  }

  @Override
  public String call(String command, String key, String... more) {
    return cluster
        .masterOf(key)
        .call(Stream.concat(Stream.of(command, key), Stream.of(more)).toArray(String[]::new));
  }

  @Override
  public void clear(String prefix) {
    cluster.masters().forEach(master -> TestStores.clear(master, prefix));
  }
}
