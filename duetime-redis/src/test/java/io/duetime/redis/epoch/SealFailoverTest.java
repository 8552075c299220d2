package io.duetime.redis.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.OutcomeUnknownException;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.redis.fixture.RedisCluster;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.redis.fixture.Waiting;
import io.duetime.redis.fixture.link.ForwardingLink;
import io.duetime.redis.fixture.store.OwnServer;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.link.LettuceLink;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.DurableReply;
import io.duetime.redis.internal.link.RedisLink.LinkSettings;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.store.QueueShards.Epoch;
import io.duetime.redis.internal.store.StoreKeys;
import io.lettuce.core.cluster.RedisClusterClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node fails over to a replica that has not heard of new shards, while another node has. */
@Tag("full")
class SealFailoverTest {
  private static final Epoch FIRST = new Epoch(1, 2);
  private static final Epoch SECOND = new Epoch(2, 1);

  private static RedisCluster cluster;

  private final String prefix = UUID.randomUUID().toString();
  private final StoreKeys keys = new StoreKeys(prefix);
  private final String uri = cluster.uri() + "?timeout=1s&prefix=" + prefix;
  private final Engine one = OwnServer.open(uri);
  private final Engine stale = OwnServer.open(uri);

  @BeforeAll
  static void start() {
    // Longer than usual: a replica that is held for failed is not waited for.
    cluster = RedisCluster.startWithReplicas("--cluster-node-timeout", "5000");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void close() {
    one.close();
    stale.close();
  }

  @Test
  void anIdIsMadeOnceThoughTheSealOfItsOldShardIsLost() {
    ShardId old = new ShardId(1, 0);
    String queue = queue(name -> isApart(name, old, ShardId.ONLY, new ShardId(2, 0)));
    String id = id(job -> FIRST.of(job).equals(old));
    split(queue, FIRST);
    schedule(stale, queue, "before");
    split(queue, SECOND);

    cutReplica(key(queue, old));
    ScheduleOutcome first = scheduleOnce(one, queue, Jobs.job(id).nonce(1).build());
    cluster.killLeaderOf(key(queue, old));

    assertThat(List.of(first, schedule(stale, queue, id), schedule(one, queue, id)))
        .containsExactly(ScheduleOutcome.REFUSED, ScheduleOutcome.CREATED, ScheduleOutcome.KEPT);
  }

  @Test
  void anIdIsMadeOnceThoughTheNewShardsOfItsQueueAreForgotten() {
    String queue = queue(name -> isApart(name, ShardId.ONLY, new ShardId(1, 0), new ShardId(1, 1)));
    schedule(stale, queue, "before");

    cutReplica(key(queue, ShardId.ONLY));
    split(queue, FIRST);
    ScheduleOutcome first = scheduleOnce(one, queue, Jobs.job("x").nonce(1).build());
    cluster.killLeaderOf(key(queue, ShardId.ONLY));

    assertThat(List.of(first, schedule(stale, queue, "x"), schedule(one, queue, "x")))
        .containsExactly(ScheduleOutcome.REFUSED, ScheduleOutcome.CREATED, ScheduleOutcome.KEPT);
  }

  @Test
  void aProcessWaitsOnceForTheReplicaOfEachShard() {
    split("calm", FIRST);
    split("calm", SECOND);
    RedisClusterClient client =
        RedisClusterClient.create("redis://127.0.0.1:" + cluster.masters().get(0).port());
    AtomicInteger waits = new AtomicInteger();
    try (Engine engine =
        TestStores.open(keys, waiting(LettuceLink.on(client, LinkSettings.DEFAULT), waits))) {
      IntStream.range(0, 20).forEach(i -> schedule(engine, "calm", "a" + i));
      int ofTheFirst = waits.get();
      IntStream.range(0, 20).forEach(i -> schedule(engine, "calm", "b" + i));

      assertThat(ofTheFirst).isGreaterThanOrEqualTo(FIRST.shards() + 1);
      assertThat(waits).hasValue(ofTheFirst);
    } finally {
      client.shutdown();
    }
  }

  /** Counts the calls that wait for replicas. */
  private static RedisLink waiting(RedisLink link, AtomicInteger count) {
    return new ForwardingLink(link) {
      @Override
      public CompletionStage<DurableReply> runDurably(
          Script script, byte[][] keys, byte[][] arguments, Durability durability) {
        count.incrementAndGet();
        return super.runDurably(script, keys, arguments, durability);
      }
    };
  }

  /** A name with one shard on another node than the other shards. */
  private static String queue(Predicate<String> fits) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "q" + i)
        .filter(fits)
        .findFirst()
        .orElseThrow();
  }

  private boolean isApart(String queue, ShardId one, ShardId... others) {
    RedisProcess leader = cluster.leaderOf(key(queue, one));
    return List.of(others).stream()
        .noneMatch(other -> cluster.leaderOf(key(queue, other)).equals(leader));
  }

  private static String id(Predicate<String> fits) {
    return queue(fits);
  }

  private String key(String queue, ShardId shard) {
    return new String(keys.shard(queue, shard).key("meta"), StandardCharsets.UTF_8);
  }

  private void split(String queue, Epoch epoch) {
    QueueSettings settings = QueueSettings.builder().shards(epoch.shards()).build();
    Answers.of(one.configure(queue, settings));
  }

  /** Lets the replica of a key's node hear nothing more of it, and not come back. */
  private static void cutReplica(String key) {
    RedisProcess leader = cluster.leaderOf(key);
    leader.call("ACL", "SETUSER", "default", "-psync", "-sync");
    leader.call("CLIENT", "KILL", "TYPE", "replica");
    Waiting.until(
        "a master without a replica",
        () -> leader.call("INFO", "replication").contains("connected_slaves:0"));
  }

  /** Until it is answered; a repetition is known by its number. */
  private static ScheduleOutcome schedule(Engine engine, String queue, String id) {
    JobSpec job = Jobs.job(id).nonce(System.identityHashCode(engine)).build();
    ScheduleOutcome outcome = scheduleOnce(engine, queue, job);
    while (outcome == ScheduleOutcome.REFUSED) {
      outcome = scheduleOnce(engine, queue, job);
    }
    return outcome;
  }

  private static ScheduleOutcome scheduleOnce(Engine engine, String queue, JobSpec job) {
    try {
      return Answers.of(engine.schedule(queue, List.of(job), Durability.NONE)).get(0).outcome();
    } catch (RetryableException | OutcomeUnknownException notNow) {
      return ScheduleOutcome.REFUSED;
    }
  }
}
