package io.duetime.redis.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Timeline;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.store.RedisFixture;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Maintenance adds minutes of more than a day ago to their hours, which it keeps for 35 days. */
@Tag("full")
class PastTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final int MINUTES = 3_000;

  private final RedisFixture store = new RedisFixture();
  private final TestQueue queue = new TestQueue(store, "orders");

  @AfterEach
  void close() {
    store.close();
  }

  private long begin() {
    return queue.now() / HOUR * HOUR - MINUTES * MINUTE;
  }

  @Test
  void whatRanStaysInBoundedRoom() {
    queue.schedule(Jobs.job("a"));
    String late = store.key(queue.name(), "late");
    for (int i = 0; i < MINUTES; i++) {
      store.call("HSET", late, Long.toString(begin() + i * MINUTE), "2,7," + i);
    }
    String hours = store.key(queue.name(), "hours");
    for (int i = 0; i < 900; i++) {
      store.call("HSET", hours, Long.toString(begin() / HOUR * HOUR - i * HOUR), "9,9,9");
    }
    Timeline before = timeline();

    Answers.maintained(store.engine());

    assertThat(timeline().buckets()).isEqualTo(before.buckets());
    assertThat(before.buckets().get(0))
        .isEqualTo(
            new Timeline.Bucket(
                Instant.ofEpochMilli(begin()),
                Instant.ofEpochMilli(begin() + HOUR),
                0,
                129,
                0,
                0,
                Duration.ofMillis(429),
                Duration.ofMillis(59)));
    assertThat(Long.parseLong(store.call("HLEN", late))).isBetween(1_380L, 1_500L);
    assertThat(Long.parseLong(store.call("HLEN", hours))).isBetween(800L, 864L);
    assertThat(store.call("HGET", hours, Long.toString(begin()))).isEqualTo("129,429,59");
  }

  private Timeline timeline() {
    int hours = MINUTES / 60;
    return Answers.of(
        store.engine().timeline(queue.name(), begin(), begin() + hours * HOUR, hours));
  }
}
