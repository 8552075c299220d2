package io.duetime.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.RetryPolicy;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.TestQueue;
import io.duetime.engine.tck.fixture.Upkeeping;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No script reads many large records at once: it ends after some of them, and is called again. */
class BoundsTest {
  private static final int JOBS = 10;
  private static final byte[] MIB = new byte[1 << 20];

  private final RedisFixture store = new RedisFixture();
  private final TestQueue queue = new TestQueue(store, "orders");

  @BeforeEach
  void scheduleLargeJobs() {
    for (int i = 0; i < JOBS; i++) {
      queue.schedule(
          JobSpec.builder("a" + i, JobBody.of(MIB), DueTime.after(0)).retry(RetryPolicy.none()));
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aStepOfAChangeStopsAfterItsBytes() {
    BulkChange.Cancel cancel = new BulkChange.Cancel();

    BulkChange.Step step =
        Answers.of(store.engine().change(queue.name(), Selection.ALL, cancel, null, 500));

    assertThat(step.changed()).isBetween(1, JOBS - 1);
    assertThat(queue.change(Selection.ALL, cancel)).isEqualTo(JOBS - step.changed());
    assertThat(queue.counts().waiting()).isZero();
  }

  @Test
  void aStepOfUpkeepStopsAfterItsBytes() {
    for (int claimed = 0; claimed < JOBS; ) {
      claimed += queue.claim(JOBS).size();
    }
    store.advance(TestQueue.LEASE);

    Maintenance step = Answers.of(store.engine().maintain());

    assertThat(step.leasesLost()).isBetween(1, JOBS - 1);
    Upkeeping.untilDone(store.engine());
    assertThat(queue.counts().dead()).isEqualTo(JOBS);
  }

  @Test
  void lostLeasesAreSettledBeforeAnythingIsChanged() {
    for (int claimed = 0; claimed < JOBS; ) {
      claimed += queue.claim(JOBS).size();
    }
    store.advance(TestQueue.LEASE);

    assertThat(queue.change(Selection.ALL, new BulkChange.Purge())).isEqualTo(JOBS);
  }
}
