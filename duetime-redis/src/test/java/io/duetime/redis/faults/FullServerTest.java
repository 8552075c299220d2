package io.duetime.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.duetime.CancelOutcome;
import io.duetime.ErrorCode;
import io.duetime.JobState;
import io.duetime.RetryableException;
import io.duetime.SettleOutcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.server.AuditEvent;
import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.Documents;
import io.duetime.engine.server.Documents.DocumentResult;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.redis.fixture.store.OwnServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that has reached its maxmemory takes no more, and lets go on what it has taken. */
class FullServerTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private OwnServer store;
  private TestQueue queue;

  @BeforeEach
  void start() {
    store = new OwnServer("timeout=60s");
    queue = new TestQueue(store, "orders");
  }

  @AfterEach
  void stop() {
    store.close();
  }

  private void memory(String limit) {
    store.redis().call("CONFIG", "SET", "maxmemory", limit);
  }

  private static void isFull(Runnable call) {
    assertThat(catchThrowable(call::run))
        .isInstanceOfSatisfying(
            RetryableException.class,
            full -> assertThat(full.code()).isEqualTo(ErrorCode.STORE_FULL))
        .hasMessageContaining("maxmemory");
  }

  @Test
  void whatIsNewIsRefusedUntilThereIsRoom() {
    queue.schedule(Jobs.job("a"));
    memory("1");

    isFull(() -> queue.schedule(Jobs.job("b")));
    isFull(() -> queue.schedule(Jobs.job("c").tags(List.of("blue"))));
    isFull(() -> new TestQueue(store, "another").schedule(Jobs.job("a")));

    memory("0");
    queue.schedule(Jobs.job("b"));
    assertThat(queue.run(10)).containsExactly("a", "b");
    assertThat(queue.find("c")).isEmpty();
  }

  @Test
  void whatIsThereIsRunToItsEnd() {
    for (int i = 0; i < 6; i++) {
      queue.schedule(Jobs.job("job" + i));
    }
    memory("1");

    List<ClaimedJob> jobs = queue.claim(10);
    assertThat(jobs).hasSize(6);
    assertThat(queue.ack(jobs.get(0))).isEqualTo(SettleOutcome.ACKED);
    assertThat(queue.extend(jobs.get(1), HOUR).outcome()).isEqualTo(SettleOutcome.EXTENDED);
    assertThat(queue.retry(jobs.get(2), HOUR).outcome()).isEqualTo(SettleOutcome.RETRYING);
    assertThat(queue.bury(jobs.get(3))).isEqualTo(SettleOutcome.DEAD);
    assertThat(queue.release(jobs.get(4)).outcome()).isEqualTo(SettleOutcome.RELEASED);
    assertThat(queue.claimById("job3")).hasSize(1);
    assertThat(queue.settle(Settlement.ack(jobs.get(5).lease())).outcome())
        .isEqualTo(SettleOutcome.ACKED);
    assertThat(queue.run(10)).containsExactly("job4");
    assertThat(queue.list(Selection.ALL)).extracting(job -> job.id()).hasSize(3);
  }

  @Test
  void whatIsThereCanBeChangedAndLookedAt() {
    queue.configure(settings -> settings.retention(HOUR));
    queue.schedule(Jobs.job("a", HOUR));
    queue.schedule(Jobs.job("b", HOUR));
    queue.schedule(Jobs.job("c", HOUR));
    queue.schedule(Jobs.job("d"));
    memory("1");

    assertThat(queue.cancel("a")).isEqualTo(CancelOutcome.CANCELLED);
    queue.reschedule("b", DueTime.after(0));
    assertThat(queue.run(10)).containsExactly("d", "b");
    assertThat(queue.state("d")).isEqualTo(JobState.DONE);
    queue.configure(settings -> settings.retention(Duration.ZERO));
    assertThat(queue.change(Selection.WAITING, new BulkChange.Cancel())).isEqualTo(1);
    assertThat(queue.counts().waiting()).isZero();
    Answers.of(store.engine().maintain());
    assertThat(Answers.of(store.engine().deleteQueue("orders"))).isTrue();
  }

  @Test
  void numbersAreReserved() {
    memory("1");

    long number = Answers.of(store.engine().reserveNumbers("orders", 10));

    assertThat(Answers.of(store.engine().queueOfNumber(number))).hasValue("orders");
  }

  @Test
  void documentsAreChangedAndDeletedAndWhatWasDoneIsRecorded() {
    Documents documents = store.engine();
    byte[] content = {1};
    long version = Answers.of(documents.putDocument("tokens", "ann", 0, content)).version();
    memory("1");

    isFull(() -> Answers.of(documents.putDocument("tokens", "ben", 0, content)));
    version = Answers.of(documents.putDocument("tokens", "ann", version, content)).version();
    assertThat(Answers.of(documents.deleteDocument("tokens", "ann", version)).outcome())
        .isEqualTo(DocumentResult.Outcome.DONE);
    assertThat(Answers.of(store.engine().audit(AuditEvent.of("ann", "token revoke")))).isOne();
    assertThat(Answers.of(store.engine().auditEntries(AuditLog.NEWEST, 10))).hasSize(1);
  }

  @Test
  void lostLeasesAreSettled() {
    queue.schedule(Jobs.job("a"));
    Answers.of(store.engine().claim("orders", io.duetime.engine.ClaimRequest.of(1, 1)));
    memory("1");
    store.advance(Duration.ofMillis(2));

    assertThat(Answers.of(store.engine().maintain()).leasesLost()).isEqualTo(1);

    assertThat(queue.find("a"))
        .hasValueSatisfying(job -> assertThat(job.traits().attempt()).isEqualTo(1));
  }
}
