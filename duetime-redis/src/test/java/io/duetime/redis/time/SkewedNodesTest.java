package io.duetime.redis.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.QueueSettings;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.link.ForwardingLink;
import io.duetime.redis.fixture.store.RedisFixture;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The home shard's node has another clock than that of the other shards. */
class SkewedNodesTest {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  /** Tells the scripts of all but home shards another time. */
  private static final class SkewedLink extends ForwardingLink {
    private final long skewMillis;

    SkewedLink(RedisLink inner, long skewMillis) {
      super(inner);
      this.skewMillis = skewMillis;
    }

    @Override
    public CompletionStage<@Nullable Object> run(Script script, byte[][] keys, byte[][] arguments) {
      return inner.run(script, keys, isHome(keys[0]) ? arguments : skewed(arguments));
    }

    private static boolean isHome(byte[] key) {
      return new String(key, StandardCharsets.UTF_8).indexOf('@') < 0;
    }

    private byte[][] skewed(byte[][] arguments) {
      byte[][] told = arguments.clone();
      int last = told.length - 1;
      long now = Long.parseLong(new String(told[last], StandardCharsets.US_ASCII)) + skewMillis;
      told[last] = Long.toString(now).getBytes(StandardCharsets.US_ASCII);
      return told;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3_000, -3_000})
  void aRateIsKeptAndUsedUpWhicheverClockIsAhead(long skewMillis) {
    try (RedisFixture store = new RedisFixture(link -> new SkewedLink(link, skewMillis))) {
      TestQueue queue = new TestQueue(store, "orders");
      queue.configure(settings -> settings.shards(4).rate(new QueueSettings.Rate(1, PERIOD, 1)));
      queue.schedule(Jobs.jobs("j", 20));

      for (int second = 0; second < 3; second++) {
        assertThat(queue.claim(20)).hasSize(1);
        assertThat(queue.claim(20)).isEmpty();
        store.advance(PERIOD);
      }
    }
  }

  @Test
  void aFenceGrowsOverASplitOntoNodesWhoseClocksAreBehind() {
    try (RedisFixture store = new RedisFixture(link -> new SkewedLink(link, -3_600_000))) {
      TestQueue queue = new TestQueue(store, "orders");
      queue.schedule(Jobs.job("a"));
      ClaimedJob before = queue.claimOne();
      queue.ack(before);
      queue.configure(settings -> settings.shards(3));

      queue.schedule(Jobs.job("a"));

      assertThat(queue.claimOne().lease().fence()).isGreaterThan(before.lease().fence());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3_600_000, -3_600_000})
  void whatHasEndedIsCarriedWhicheverClockIsAhead(long skewMillis) {
    try (RedisFixture store = new RedisFixture(link -> new SkewedLink(link, skewMillis))) {
      TestQueue queue = new TestQueue(store, "orders");
      queue.schedule(Jobs.jobs("j", 20));
      queue.claim(20).forEach(queue::bury);
      queue.configure(settings -> settings.shards(3));

      Answers.maintained(store.engine());

      assertThat(queue.counts().dead()).isEqualTo(20);
      assertThat(queue.schedule(Jobs.jobs("j", 20)))
          .allMatch(result -> result.outcome() == ScheduleOutcome.CREATED);
    }
  }
}
