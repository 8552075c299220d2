package io.duetime.redis.epoch;

import static io.duetime.redis.epoch.EpochSteps.QUEUE;
import static io.duetime.redis.epoch.EpochSteps.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Settlement;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.fixture.store.WatchingEngine;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.StoreKeys;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What claims from one of many shards, and from any of them, cost in calls. */
class SplitClaimTest {
  private static final int SHARDS = 16;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final QueueShards EPOCH = QueueShards.parse("1:" + SHARDS);

  private final String prefix = TestStores.newPrefix();
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

  private static List<String> ids(ClaimResult result) {
    return result.jobs().stream().map(ClaimedJob::lease).map(lease -> lease.id()).toList();
  }

  private ClaimResult claimFrom(ShardId shard) {
    return Answers.of(one.engine.claim(QUEUE, ClaimRequest.of(10, 30_000).from(shard)));
  }

  private int calls() {
    return one.link.calls("claim", "HGET");
  }

  @Test
  void aClaimFromItsShardTakesADueJobByOneCall() {
    IntStream.range(1, 20).forEach(i -> schedule("job" + i, Duration.ofSeconds(i)));
    one.claim(QUEUE, 10);
    int before = calls();

    for (int i = 1; i < 20; i++) {
      clock.move(Duration.ofSeconds(1));
      ClaimResult claimed = claimFrom(EPOCH.of("job" + i));
      assertThat(ids(claimed)).containsExactly("job" + i);
      Settlement ack = Settlement.ack(claimed.jobs().get(0).lease());
      Answers.of(one.engine.settle(QUEUE, List.of(ack), Durability.NONE));
    }

    assertThat(calls() - before).isEqualTo(19);
  }

  @Test
  void claimsOfAShardAreNumbered() {
    schedule("job", MINUTE);
    ShardId shard = EPOCH.of("job");

    long first = claimFrom(shard).claimNumber();

    assertThat(claimFrom(shard).claimNumber()).isEqualTo(first + 1);
  }

  @Test
  void aClaimFromAnyShardAsksEachOnce() {
    schedule("job", Duration.ZERO);
    one.claim(QUEUE, 10);
    schedule("other", Duration.ZERO);
    int before = calls();

    assertThat(ids(one.claim(QUEUE, 10))).containsExactly("other");

    assertThat(calls() - before).isEqualTo(1 + SHARDS);
  }

  @Test
  void aShardThatIsNoneOfTheQueueHasNothing() {
    ClaimResult nothing = claimFrom(new ShardId(7, 0));

    assertThat(nothing.jobs()).isEmpty();
    assertThat(nothing.comeBackAtMillis()).isEqualTo(ClaimResult.NEVER);
  }

  @Test
  void aClaimerThatFindsNothingLearnsOfANewEpoch() {
    assertThat(one.claim(QUEUE, 10).jobs()).isEmpty();
    split(other.engine, 3);
    schedule("new", Duration.ZERO);

    assertThat(ids(one.claim(QUEUE, 10))).containsExactly("new");
  }
}
