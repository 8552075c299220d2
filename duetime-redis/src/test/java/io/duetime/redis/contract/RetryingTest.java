package io.duetime.redis.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.store.RedisFixture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A version that knows no index of retrying jobs may use the same store. */
class RetryingTest {
  private final RedisFixture store = new RedisFixture();
  private final TestQueue queue = new TestQueue(store, "orders");
  private final String index = store.key(queue.name(), "forget");

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void maintenanceRemovesJobsThatSuchAVersionHasRun() {
    queue.schedule(Jobs.job("waits"));
    queue.retry(queue.claimOne());
    store.call("ZADD", index, Long.toString((1L << 45) + queue.now()), "gone");
    assertThat(queue.counts().retrying()).isEqualTo(2);
    assertThat(queue.ids(Selection.ALL.onlyRetrying())).containsExactly("waits");

    Answers.maintained(store.engine());

    assertThat(queue.counts().retrying()).isEqualTo(1);
  }

  @Test
  void aJobThatSuchAVersionHasRetriedCountsFromItsNextFailureOn() {
    queue.schedule(Jobs.job("a"));
    queue.retry(queue.claimOne());
    store.call("ZREM", index, "a");
    assertThat(queue.counts().retrying()).isZero();

    queue.claimById("a").forEach(queue::retry);

    assertThat(queue.counts().retrying()).isEqualTo(1);
  }
}
