package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.fixture.store.OwnServer;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.StoreKeys;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claims from a queue over the nodes of a cluster, one of which does not answer. */
@Tag("full")
class StandingNodeTest {
  private static final String QUEUE = "orders";
  private static final StoreKeys KEYS = new StoreKeys("dt");
  private static final QueueShards EPOCH = QueueShards.parse("1:9");

  /**
   * A lease that was lost would be missed for longer than any test lasts, and so would an answer.
   */
  private static final long AN_HOUR = 3_600_000;

  private final RedisCluster cluster = RedisCluster.start("--cluster-require-full-coverage", "no");
  private final Engine engine = OwnServer.open(cluster.uri() + "?timeout=10m&patience=10m");
  private final Map<String, Integer> attempts = new HashMap<>();

  @AfterEach
  void close() {
    engine.close();
    cluster.close();
  }

  private RedisProcess nodeOf(ShardId shard) {
    byte[] key = KEYS.shard(QUEUE, shard).key("meta");
    return cluster.masterOf(new String(key, StandardCharsets.UTF_8));
  }

  private void runSome() {
    List<ClaimedJob> jobs =
        Answers.of(engine.claim(QUEUE, new ClaimRequest(3, AN_HOUR, null, "one", null))).jobs();
    for (ClaimedJob job : jobs) {
      assertThat(attempts.put(job.lease().id(), job.run().attempt())).isNull();
    }
    if (!jobs.isEmpty()) {
      List<Settlement> acks =
          jobs.stream().<Settlement>map(job -> Settlement.ack(job.lease())).toList();
      Answers.of(engine.settle(QUEUE, acks, Durability.NONE));
    }
  }

  private void awaitRuns(Set<String> ids) {
    Waiting.until(
        "the runs of " + ids.size() + " jobs",
        () -> {
          runSome();
          return attempts.keySet().containsAll(ids);
        });
  }

  @Test
  void jobsOfTheOthersGoOnAndItsOwnAreNotLost() {
    Answers.of(engine.configure(QUEUE, QueueSettings.builder().shards(9).build()));
    List<JobSpec> jobs = Jobs.jobs("job", 90);
    Answers.of(engine.schedule(QUEUE, jobs, Durability.NONE));
    RedisProcess home = nodeOf(ShardId.ONLY);
    RedisProcess standing =
        EPOCH.newest().all().stream()
            .map(this::nodeOf)
            .filter(node -> !node.equals(home))
            .findFirst()
            .orElseThrow();
    Set<String> all = jobs.stream().map(JobSpec::id).collect(Collectors.toSet());
    Set<String> others =
        all.stream()
            .filter(id -> !nodeOf(EPOCH.of(id)).equals(standing))
            .collect(Collectors.toSet());
    assertThat(others).isNotEmpty().isNotEqualTo(all);

    standing.pause();
    try {
      awaitRuns(others);
      assertThat(attempts.keySet()).isEqualTo(others);
    } finally {
      standing.resume();
    }

    awaitRuns(all);
    assertThat(attempts.values()).containsOnly(1);
  }
}
