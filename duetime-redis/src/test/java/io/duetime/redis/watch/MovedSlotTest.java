package io.duetime.redis.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Engine;
import io.duetime.engine.ShardId;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.SlotMove;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.link.Address;
import io.duetime.redis.internal.link.Address.Certificates;
import io.duetime.redis.internal.link.Address.Kind;
import io.duetime.redis.internal.link.LettuceLink;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.store.StoreKeys;
import io.lettuce.core.RedisURI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class MovedSlotTest {
  private static final StoreKeys KEYS = new StoreKeys("dt");

  @Test
  void theChannelOfAShardMovesWithItsSlot() {
    String channel =
        new String(KEYS.shard("orders", ShardId.ONLY).channel(), StandardCharsets.UTF_8);
    try (RedisCluster cluster = RedisCluster.start();
        Engine engine = open(cluster)) {
      engine.watch("orders", signal -> {});
      SlotMove moving = SlotMove.of(cluster, channel);
      Waiting.until("the subscription", () -> listeners(moving.source(), channel) == 1);

      moving.begin();
      moving.moveKeys();
      moving.end();

      Waiting.until(
          "the end of the old subscription", () -> listeners(moving.source(), channel) == 0);
      Waiting.until(
          "the new subscription",
          () -> cluster.masters().stream().mapToInt(node -> listeners(node, channel)).sum() == 1);
      assertThat(listeners(cluster.leaderOf(channel), channel)).isOne();
    }
  }

  private static Engine open(RedisCluster cluster) {
    List<RedisURI> nodes =
        cluster.masters().stream().map(node -> RedisURI.create("127.0.0.1", node.port())).toList();
    return TestStores.open(
        KEYS,
        LettuceLink.open(
            new Address(Kind.CLUSTER, nodes, Certificates.NONE), LinkSettings.DEFAULT));
  }

  private static int listeners(RedisProcess node, String channel) {
    return Integer.parseInt(node.call("PUBSUB", "NUMSUB", channel).lines().toList().get(1));
  }
}
