package io.duetime.redis.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.MaintenanceLoop;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.engine.tck.internal.Transferred;
import io.duetime.internal.kernel.transfer.Movable;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.internal.kernel.transfer.Transfer;
import io.duetime.redis.fixture.link.MeddlingLink;
import io.duetime.redis.fixture.store.RedisFixture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The index leads to jobs that have numbers, and not for long to jobs that have ended. */
class NumberIndexTest {
  private static final int JOBS = 600;

  private MeddlingLink link;
  private final RedisFixture store = new RedisFixture(inner -> link = new MeddlingLink(inner));
  private final TestQueue queue = new TestQueue(store, "orders");

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void theIndexDoesNotGrowWithJobsThatHaveEnded() {
    Answers.of(store.engine().reserveNumbers(queue.name(), JOBS));
    Map<String, Long> proposals = new HashMap<>();
    for (int i = 0; i < JOBS; i++) {
      queue.schedule(Jobs.job("j" + i));
      proposals.put("j" + i, 1L + i);
    }
    Answers.of(store.engine().numberJobs(queue.name(), proposals));
    assertThat(entries()).isEqualTo(JOBS);
    queue.claim(JOBS).forEach(queue::ack);

    MaintenanceLoop.untilDone(store.engine());

    assertThat(entries()).isZero();
  }

  @Test
  void anImportThatIsRepeatedCompletesTheIndex() {
    queue.schedule(Jobs.job("a"));
    Answers.of(store.engine().reserveNumbers(queue.name(), 10));
    Answers.of(store.engine().numberJobs(queue.name(), Map.of("a", 7L)));
    Transfer transfer = ((Movable) store.engine()).transfer();
    List<StoreEntry> jobs =
        Transferred.all(store.engine()).stream().filter(StoreEntry.Job.class::isInstance).toList();
    store.call("DEL", store.key(queue.name(), "numbers"));

    assertThat(Answers.of(transfer.take(jobs))).containsExactly(false);

    assertThat(Answers.of(store.engine().idOfNumber(queue.name(), 7))).hasValue("a");
  }

  @Test
  void aQueueThatIsDeletedMeanwhileStaysDeleted() {
    queue.schedule(Jobs.job("a"));
    long number = Answers.of(store.engine().reserveNumbers(queue.name(), 1));
    link.before("index_numbers", () -> store.engine().deleteQueue(queue.name()));

    Answers.of(store.engine().numberJobs(queue.name(), Map.of("a", number)));

    assertThat(Answers.of(store.engine().queues())).isEmpty();
    assertThat(store.call("HGET", store.key(queue.name(), "meta"), "version")).isEmpty();
  }

  private int entries() {
    return Integer.parseInt(store.call("HLEN", store.key(queue.name(), "numbers")));
  }
}
