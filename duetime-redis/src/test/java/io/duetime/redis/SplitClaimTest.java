package io.duetime.redis;

import static io.duetime.redis.EpochSteps.QUEUE;
import static io.duetime.redis.EpochSteps.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.redis.internal.shard.StoreKeys;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which of many shards a claim asks, counted in calls. */
class SplitClaimTest {
  private static final int SHARDS = 16;
  private static final Duration MINUTE = Duration.ofMinutes(1);

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
