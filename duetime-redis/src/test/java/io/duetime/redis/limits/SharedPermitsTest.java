package io.duetime.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.link.ForwardingLink;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of the permits that count jobs of several shards. */
class SharedPermitsTest {
  private static final String QUEUE = "orders";
  private static final Duration LAPSES = Duration.ofSeconds(2);

  private boolean isHomeAway;
  private final RedisFixture store = new RedisFixture(HomeAway::new);
  private final TestQueue queue = new TestQueue(store, QUEUE);

  @AfterEach
  void close() {
    store.close();
  }

  /** Calls to the home shard may fail. */
  private final class HomeAway extends ForwardingLink {
    HomeAway(RedisLink inner) {
      super(inner);
    }

    @Override
    public CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments) {
      boolean isHome = new String(keys[0], StandardCharsets.UTF_8).indexOf('@') < 0;
      return isHome && isHomeAway
          ? CompletableFuture.failedStage(
              new RetryableException(ErrorCode.STORE_UNAVAILABLE, "the home shard is away"))
          : inner.run(script, keys, arguments);
    }
  }

  private void begin(QueueSettings.Builder settings) {
    Answers.of(store.engine().configure(QUEUE, settings.shards(3).build()));
    queue.schedule(Jobs.jobs("j", 20));
  }

  private List<ClaimedJob> fill(int limit) {
    begin(QueueSettings.builder().maxRunning(limit));
    List<ClaimedJob> jobs = queue.claim(20);
    assertThat(jobs).hasSize(limit);
    assertThat(permits()).isEqualTo(limit);
    return jobs;
  }

  private int permits() {
    return Integer.parseInt(store.call("ZCARD", store.key(QUEUE, "permits")));
  }

  private Settled settle(Settlement settlement) {
    return Answers.of(store.engine().settle(QUEUE, List.of(settlement), Durability.NONE)).get(0);
  }

  @Test
  void eachSettlementButAnExtensionReturnsThePermitAndMayBeRepeated() {
    List<ClaimedJob> jobs = fill(5);

    settle(Settlement.ack(jobs.get(0).lease()));
    settle(Settlement.ack(jobs.get(0).lease()));
    settle(new Settlement(jobs.get(1).lease(), new SettleRequest.Retry(60_000L, null, "failed")));
    settle(new Settlement(jobs.get(2).lease(), new SettleRequest.Bury(null, "bad")));
    settle(Settlement.release(jobs.get(3).lease()));
    settle(new Settlement(jobs.get(4).lease(), new SettleRequest.Extend(60_000)));

    assertThat(queue.claim(20)).hasSize(4);
    assertThat(permits()).isEqualTo(5);
  }

  @Test
  void thePermitOfALostLeaseLapsesTwoSecondsLater() {
    fill(1);

    store.advance(TestQueue.LEASE.plus(LAPSES).minusMillis(1));
    assertThat(queue.claim(20)).isEmpty();
    store.advance(Duration.ofMillis(1));
    assertThat(queue.claim(20)).hasSize(1);
  }

  @Test
  void anExtensionKeepsThePermitAndMakesItAgain() {
    ClaimedJob job = fill(1).get(0);
    settle(new Settlement(job.lease(), new SettleRequest.Extend(2 * TestQueue.LEASE.toMillis())));
    store.advance(TestQueue.LEASE.plus(LAPSES));
    assertThat(queue.claim(20)).isEmpty();

    store.call("DEL", store.key(QUEUE, "permits"));
    settle(new Settlement(job.lease(), new SettleRequest.Extend(2 * TestQueue.LEASE.toMillis())));

    assertThat(queue.claim(20)).isEmpty();
    settle(Settlement.ack(job.lease()));
    assertThat(queue.claim(20)).hasSize(1);
  }

  @Test
  void anExtensionOfALostLeaseHoldsNoPermit() {
    ClaimedJob job = fill(1).get(0);
    store.advance(TestQueue.LEASE);

    assertThat(settle(new Settlement(job.lease(), new SettleRequest.Extend(60_000))).outcome())
        .isEqualTo(SettleOutcome.LEASE_LOST);

    assertThat(queue.claim(20)).hasSize(1);
  }

  @Test
  void aHomeShardThatIsAwayStopsClaimsButNoExtensionOrAck() {
    List<ClaimedJob> jobs = fill(2);
    isHomeAway = true;

    assertThat(
            settle(new Settlement(jobs.get(0).lease(), new SettleRequest.Extend(60_000))).outcome())
        .isEqualTo(SettleOutcome.EXTENDED);
    assertThat(settle(Settlement.ack(jobs.get(1).lease())).outcome())
        .isEqualTo(SettleOutcome.ACKED);
    ClaimResult refused = queue.claim(ClaimRequest.of(20, 1_000));
    assertThat(refused.jobs()).isEmpty();
    assertThat(refused.comeBackAtMillis()).isLessThanOrEqualTo(refused.nowMillis() + 1_000);

    isHomeAway = false;
    store.advance(TestQueue.LEASE.plus(LAPSES));
    settle(new Settlement(jobs.get(0).lease(), new SettleRequest.Extend(60_000)));
    assertThat(queue.claim(20)).hasSize(1);
  }

  @Test
  void aRefusedClaimComesAgainWithinASecond() {
    fill(3);

    ClaimResult refused = queue.claim(ClaimRequest.of(20, 1_000));

    assertThat(refused.jobs()).isEmpty();
    assertThat(refused.comeBackAtMillis())
        .isBetween(refused.nowMillis() + 1, refused.nowMillis() + 1_000);
  }

  @Test
  void jobsClaimedByTheirIdsCountButAreNotStopped() {
    fill(2);
    ClaimRequest request = ClaimRequest.of(1, TestQueue.LEASE.toMillis());
    List<String> ids = Jobs.jobs("j", 20).stream().map(job -> job.id()).toList();
    ClaimResult byId = Answers.of(store.engine().claimById(QUEUE, ids, request));
    assertThat(byId.jobs()).hasSize(1);
    assertThat(permits()).isEqualTo(3);

    settle(Settlement.ack(byId.jobs().get(0).lease()));

    assertThat(queue.claim(20)).isEmpty();
    assertThat(permits()).isEqualTo(2);
  }

  @Test
  void theTokenOfAReleasedJobComesBack() {
    begin(QueueSettings.builder().rate(new QueueSettings.Rate(1, Duration.ofHours(1), 1)));
    List<ClaimedJob> jobs = queue.claim(20);
    assertThat(jobs).hasSize(1);

    settle(Settlement.release(jobs.get(0).lease()));

    assertThat(queue.claim(20)).hasSize(1);
    assertThat(queue.claim(20)).isEmpty();
  }
}
