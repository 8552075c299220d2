package io.duetime.redis.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.RetryPolicy;
import io.duetime.SettleOutcome;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.Engine;
import io.duetime.engine.Maintenance;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.link.MeddlingLink;
import io.duetime.redis.fixture.store.RedisFixture;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maintenance that several processes share, and failures that block one queue alone. */
class MaintenanceTest {
  private static final Duration PUT_OFF = Duration.ofSeconds(5);

  private MeddlingLink link;
  private final RedisFixture store = new RedisFixture(inner -> link = new MeddlingLink(inner));
  private final TestQueue bad = new TestQueue(store, "a-bad-one");
  private final TestQueue good = new TestQueue(store, "good");

  @AfterEach
  void close() {
    store.close();
  }

  private Maintenance maintain() {
    return Answers.maintained(store.engine());
  }

  private static void claimOneOf(TestQueue queue) {
    queue.schedule(Jobs.job("a").retry(RetryPolicy.none()));
    queue.claimOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "type"})
  void aQueueThatCannotBeUnderstoodHoldsUpNoOther(String damage) {
    claimOneOf(bad);
    claimOneOf(good);
    String meta = store.key(bad.name(), "meta");
    if (damage.equals("version")) {
      store.call("HSET", meta, "version", "1");
    } else {
      store.call("RENAME", meta, meta + "-before");
      store.call("SET", meta, "something else");
    }

    store.advance(TestQueue.LEASE);
    Maintenance done = maintain();

    assertThat(done.leasesLost()).isEqualTo(1);
    assertThat(good.counts().dead()).isEqualTo(1);
    assertThat(done.comeBackAtMillis()).isEqualTo(good.now() + PUT_OFF.toMillis());

    if (damage.equals("version")) {
      store.call("HSET", meta, "version", "7");
    } else {
      store.call("RENAME", meta + "-before", meta);
    }
    store.advance(PUT_OFF);
    assertThat(maintain().leasesLost()).isEqualTo(1);
    assertThat(bad.counts().dead()).isEqualTo(1);
  }

  @Test
  void aQueueForTheDeadThatTakesNothingHoldsUpNoOther() {
    TestQueue graves = new TestQueue(store, "graves");
    good.configure(settings -> settings.deadCopyTo(bad.name()));
    claimOneOf(good);
    good.configure(settings -> settings.deadCopyTo(graves.name()));
    good.schedule(Jobs.job("b"));
    assertThat(good.bury(good.claimOne())).isEqualTo(SettleOutcome.DEAD);
    good.configure(settings -> settings.deadCopyTo(bad.name()));
    bad.schedule(Jobs.job("other"));
    store.call("HSET", store.key(bad.name(), "meta"), "version", "1");

    store.advance(TestQueue.LEASE);
    Maintenance done = maintain();

    assertThat(done.leasesLost()).isEqualTo(1);
    assertThat(done.copied()).isEqualTo(1);
    assertThat(graves.counts().waiting()).isEqualTo(1);

    store.call("HSET", store.key(bad.name(), "meta"), "version", "7");
    store.advance(PUT_OFF);
    assertThat(maintain().copied()).isEqualTo(1);
    assertThat(bad.counts().waiting()).isEqualTo(2);
  }

  private CompletionStage<?> claimByAnotherProcess() {
    return store
        .another()
        .claim(good.name(), ClaimRequest.of(1, TestQueue.LEASE.toMillis()))
        .thenAccept(claimed -> assertThat(claimed.jobs()).hasSize(1));
  }

  @Test
  void whatIsNotedWhileMaintenanceLooksIsNotLost() {
    good.schedule(Jobs.job("a"));
    link.before("maintenance_done", this::claimByAnotherProcess);
    Answers.of(store.engine().maintain());

    store.advance(TestQueue.LEASE);

    assertThat(maintain().leasesLost()).isEqualTo(1);
  }

  @Test
  void aQueueMadeAgainWhileItIsDeletedKeepsItsMaintenance() {
    good.schedule(Jobs.job("a"));
    maintain();
    link.before(
        "forget_maintenance",
        () ->
            store
                .another()
                .schedule(good.name(), List.of(Jobs.job("b").build()), Durability.NONE)
                .thenCompose(stored -> claimByAnotherProcess()));
    assertThat(Answers.of(store.engine().deleteQueue(good.name()))).isTrue();

    store.advance(TestQueue.LEASE);

    assertThat(maintain().leasesLost()).isEqualTo(1);
    assertThat(Answers.of(store.engine().queues())).containsExactly(good.name());
  }

  @Test
  void copiesThatTheirQueueRefusesBlockNoOthers() {
    TestQueue full = new TestQueue(store, "full");
    TestQueue free = new TestQueue(store, "free");
    full.configure(settings -> settings.maxWaiting(1));
    full.schedule(Jobs.job("other"));
    buryCopiedTo(full, 150);
    buryCopiedTo(free, 1);

    for (int round = 0; round < 1_000 && free.counts().waiting() == 0; round++) {
      store.advance(Duration.ofSeconds(1));
      maintain();
    }

    assertThat(free.counts().waiting()).isEqualTo(1);
  }

  private void buryCopiedTo(TestQueue target, int count) {
    good.configure(settings -> settings.deadCopyTo(target.name()));
    good.schedule(Jobs.jobs(target.name(), count));
    good.claim(count).forEach(good::bury);
  }

  @Test
  void jobsWhoseTimeIsOverCountAsNoneBeforeAndAfterTheyAreRemoved() {
    good.configure(settings -> settings.retention(Duration.ofMinutes(1)));
    good.schedule(Jobs.jobs("a", 1_200));
    good.claim(1_200).forEach(good::ack);
    good.schedule(Jobs.job("cancelled", Duration.ofHours(1)));
    good.cancel("cancelled");
    good.configure(settings -> settings.retention(Duration.ofHours(1)));
    good.schedule(Jobs.job("kept"));
    good.run(1);
    good.schedule(Jobs.job("kept-cancelled", Duration.ofHours(1)));
    good.cancel("kept-cancelled");
    Counts.States kept = new Counts.States(0, 0, 0, 0, 1, 1, 0);
    store.advance(Duration.ofMinutes(1));

    assertThat(good.counts()).isEqualTo(kept);
    assertThat(maintain().forgotten()).isEqualTo(1_201);
    assertThat(good.counts()).isEqualTo(kept);
  }

  @Test
  void aQueueThatIsSplitWhileItIsDeletedLeavesNothingBehind() {
    good.configure(settings -> settings.shards(2));
    Answers.of(store.engine().schedule(good.name(), Jobs.jobs("a", 20), Durability.NONE));
    Engine other = store.another();
    QueueSettings split = QueueSettings.builder().shards(3).build();
    link.beforeNth(
        "delete_shard",
        2,
        () ->
            other
                .configure(good.name(), split)
                .thenCompose(
                    done -> other.schedule(good.name(), Jobs.jobs("b", 20), Durability.NONE)));

    assertThat(Answers.of(store.engine().deleteQueue(good.name()))).isTrue();

    for (int i = 0; i < 3; i++) {
      ShardId shard = new ShardId(2, i);
      assertThat(store.call("EXISTS", store.key(good.name(), shard, "jobs"))).isEqualTo("0");
      assertThat(store.call("HGET", store.key(good.name(), shard, "meta"), "dropped"))
          .isEqualTo("1");
    }
    assertThat(good.counts().waiting()).isZero();
  }
}
