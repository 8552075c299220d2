package io.duetime.redis;

import static io.duetime.redis.EpochSteps.QUEUE;
import static io.duetime.redis.EpochSteps.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.Watcher.Kind;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.StoreKeys;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which of many shards a claim asks, counted in calls. */
class SplitClaimTest {
  private static final int SHARDS = 16;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final QueueShards EPOCH = QueueShards.parse("1:" + SHARDS);

  private final String prefix = UUID.randomUUID().toString();
  private final StoreKeys keys = new StoreKeys(prefix);
  private final SteppedClock clock = new SteppedClock();
  private final WatchingEngine one = new WatchingEngine(keys, clock);
  private final WatchingEngine other = new WatchingEngine(keys, clock);

  @BeforeEach
  void begin() {
    split(one.engine, SHARDS);
    schedule("far", MINUTE.multipliedBy(1_000));
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    TestStores.clear(prefix);
  }

  private void schedule(String id, Duration delay) {
    Answers.of(other.engine.schedule(QUEUE, List.of(Jobs.job(id, delay).build()), Durability.NONE));
  }

  /** Watches, knows all shards, and hears nothing more. */
  private void watchAndLearn() {
    one.watch(QUEUE);
    one.link.deaf(true);
    assertThat(one.claim(QUEUE, 10).jobs()).isEmpty();
  }

  private static List<String> ids(ClaimResult result) {
    return result.jobs().stream().map(ClaimedJob::lease).map(lease -> lease.id()).toList();
  }

  private int calls() {
    return one.link.calls("claim", "HGET");
  }

  @Test
  void aDueJobCostsOneCallHoweverManyShardsThereAre() {
    IntStream.range(1, 20).forEach(i -> schedule("job" + i, Duration.ofSeconds(i)));
    watchAndLearn();
    int before = calls();

    for (int i = 1; i < 20; i++) {
      clock.move(Duration.ofSeconds(1));
      ClaimResult claimed = one.claim(QUEUE, 10);
      assertThat(ids(claimed)).containsExactly("job" + i);
      Settlement ack = new Settlement.Ack(claimed.jobs().get(0).lease());
      Answers.of(one.engine.settle(QUEUE, List.of(ack), Durability.NONE));
    }

    assertThat(calls() - before).isEqualTo(19);
  }

  @Test
  void whoeverDoesNotWatchAsksAllShards() {
    schedule("job", Duration.ZERO);
    int before = calls();

    assertThat(ids(one.claim(QUEUE, 10))).containsExactly("job");

    assertThat(calls() - before).isGreaterThan(1 + SHARDS);
  }

  @Test
  void aClaimThatWouldComeBackWithNothingAsksAllShards() {
    watchAndLearn();
    schedule("unheard", Duration.ZERO);

    assertThat(ids(one.claim(QUEUE, 10))).containsExactly("unheard");
  }

  @Test
  void aJobWhoseMessageWasLostIsKnownWithTheNextBeat() {
    String elsewhere =
        IntStream.range(0, 100)
            .mapToObj(i -> "unheard" + i)
            .filter(id -> !shard(id).equals(shard("known")))
            .findFirst()
            .orElseThrow();
    schedule("known", MINUTE);
    watchAndLearn();
    clock.move(MINUTE);
    schedule(elsewhere, Duration.ZERO);

    ClaimResult first = one.claim(QUEUE, 10);
    assertThat(ids(first)).containsExactly("known");
    assertThat(first.comeBackAtMillis()).isGreaterThan(first.nowMillis());
    one.forgetSignals();
    one.passASecond();
    one.awaitSignal(Kind.EARLIER);
    int before = calls();

    assertThat(ids(one.claim(QUEUE, 10))).containsExactly(elsewhere);
    assertThat(calls() - before).isEqualTo(1);
  }

  private static ShardId shard(String id) {
    return EPOCH.of(id);
  }

  @Test
  void aFullClaimComesBackAtOnceOnlyWhereMoreIsKnown() {
    schedule("job", MINUTE);
    watchAndLearn();
    clock.move(MINUTE);

    ClaimResult full = one.claim(QUEUE, 1);

    assertThat(full.jobs()).hasSize(1);
    assertThat(full.comeBackAtMillis()).isGreaterThan(full.nowMillis());
  }

  @Test
  void aNewEpochIsLearntOfByWhoeverFindsNothing() {
    watchAndLearn();
    split(other.engine, 3);
    schedule("new", Duration.ZERO);

    assertThat(ids(one.claim(QUEUE, 10))).containsExactly("new");
  }
}
