package io.duetime.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.cli.fixture.Shell;
import io.duetime.cli.fixture.Shell.Result;
import io.duetime.redis.fixture.RedisCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sources in a Redis Cluster, where the taken entries have to be in the slot of their place. */
@Tag("full")
class ImportFromClusterTest {
  private static final RedisCluster CLUSTER = RedisCluster.shared();

  @RegisterExtension private final Shell shell = new Shell();
  private final String name = "cluster-" + UUID.randomUUID();

  @Test
  void sortedSetsOfAPatternAreMovedFromAllNodes() {
    for (int i = 0; i < 30; i++) {
      String key = i % 2 == 0 ? name + ":" + i : name + ":{tag}" + i;
      call(key, "ZADD", key, "4102444800", "order-" + i);
    }

    Result ran = run("sorted-set", "--key", name + ":*");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).startsWith("moved 30 entries");
    assertThat(shell.run("list", "q").out().lines()).hasSize(31);
    assertNothingIsLeft();
  }

  @Test
  void aDelayedQueueOfRedissonIsMoved() {
    String times = "redisson_delay_queue_timeout:{" + name + "}";
    String list = "redisson_delay_queue:{" + name + "}";
    String script =
        "local v = struct.pack('Bc0Lc0', 8, 'abcdefgh', 5, 'order')"
            + " redis.call('ZADD', KEYS[1], 4102444800000, v) redis.call('RPUSH', KEYS[2], v)";
    call(name, "EVAL", script, "2", times, list);
    call(name, "RPUSH", name, "due");

    Result ran = run("redisson", "--queue", name, "--codec", "string");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).startsWith("moved 2 entries");
    assertNothingIsLeft();
  }

  @Test
  void aQueueOfDelayqueueWithAHashTagIsMoved() {
    String base = "{dp:" + name + "}";
    call(base, "SET", base + ":msg:id-1", "order");
    call(base, "HSET", base + ":retry:cnt", "id-1", "3");
    call(base, "ZADD", base + ":pending", "4102444800", "id-1");

    Result ran = run("delayqueue", "--queue", name, "--hash-tag");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(shell.run("show", "q", "id-1").out()).contains("order");
    assertNothingIsLeft();
  }

  @Test
  void aQueueOfDelayqueueWithoutAHashTagIsRefused() {
    Result ran = run("delayqueue", "--queue", name);

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("slot");
  }

  private static void call(String key, String... words) {
    CLUSTER.masterOf(key).call(words);
  }

  private void assertNothingIsLeft() {
    CLUSTER.masters().forEach(node -> assertThat(node.call("KEYS", "*" + name + "*")).isEmpty());
  }

  private Result run(String system, String... more) {
    List<String> arguments = new ArrayList<>(List.of("import", system, CLUSTER.uri()));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--into", "q"));
    return shell.run(arguments.toArray(String[]::new));
  }
}
