package io.duetime.redis.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.JobState;
import io.duetime.SettleRequest;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobView;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.link.MeddlingLink;
import io.duetime.redis.fixture.store.RedisFixture;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lists while jobs change their state. */
class ListingTest {
  private MeddlingLink link;
  private final RedisFixture store = new RedisFixture(inner -> link = new MeddlingLink(inner));
  private final TestQueue queue = new TestQueue(store, "orders");

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aJobThatDiesWhileItIsListedIsListedOnce() {
    queue.schedule(Jobs.job("a"));
    ClaimedJob job = queue.claimOne();
    link.before("find", () -> CompletableFuture.completedFuture(bury(job)));

    assertThat(Answers.of(store.engine().list(queue.name(), Selection.ALL, null, 100)).jobs())
        .singleElement()
        .extracting(JobView::state)
        .isEqualTo(JobState.DEAD);
  }

  private Object bury(ClaimedJob job) {
    return Answers.of(
        store
            .engine()
            .settle(
                queue.name(),
                List.of(new Settlement(job.lease(), new SettleRequest.Bury(null, "x"))),
                Durability.NONE));
  }
}
