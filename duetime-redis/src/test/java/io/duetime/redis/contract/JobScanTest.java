package io.duetime.redis.contract;

import static io.duetime.redis.epoch.EpochSteps.QUEUE;
import static io.duetime.redis.epoch.EpochSteps.bury;
import static io.duetime.redis.epoch.EpochSteps.split;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.RetryableException;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.engine.tck.transfer.Transferred;
import io.duetime.redis.fixture.link.DyingLink;
import io.duetime.redis.fixture.store.OwnServer;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.store.QueueShards;
import io.duetime.redis.internal.store.StoreKeys;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A walk over all jobs of a queue shows each once, wherever they go meanwhile. */
class JobScanTest {
  private static final int JOBS = 200;
  private static final int ENOUGH = 1_000;

  /** Long enough that Redis keeps even few jobs in a table. */
  private static final String PAYLOAD = "x".repeat(100);

  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 20, ENOUGH})
  void whatIsCarriedMeanwhileIsShownOnceEvenIfAProcessIsCutOff(int calls) {
    String prefix = TestStores.newPrefix();
    StoreKeys keys = new StoreKeys(prefix);
    SteppedClock clock = new SteppedClock();
    try (Engine engine = TestStores.open(keys, clock)) {
      schedule(engine);
      bury(engine, JOBS / 2);
      bury(engine, JOBS / 2);
      split(engine, 3);
      AtomicInteger page = new AtomicInteger();

      List<String> ids =
          walk(
              engine,
              () -> {
                if (page.incrementAndGet() % 4 == 3) {
                  dyingMaintenance(keys, clock, calls);
                }
                if (page.get() == 10) {
                  split(engine, 2);
                }
              });

      assertThat(ids).doesNotHaveDuplicates().hasSize(JOBS);
      Answers.maintained(engine);
      assertThat(walk(engine, () -> {})).hasSize(JOBS);
    } finally {
      TestStores.clear(prefix);
    }
  }

  @Test
  void aWalkGoesOnOverAnotherRunOfTheServer() {
    try (OwnServer store = new OwnServer("", "--appendonly", "yes", "--appendfsync", "always")) {
      schedule(store.engine());
      AtomicInteger page = new AtomicInteger();

      List<String> ids =
          walk(
              store.engine(),
              () -> {
                if (page.incrementAndGet() == 5) {
                  store.redis().kill();
                  store.redis().startAgain();
                }
              });

      assertThat(ids).doesNotHaveDuplicates().hasSize(JOBS);
    }
  }

  private static List<String> walk(Engine engine, Runnable between) {
    return Transferred.jobs(engine, QUEUE, 10, between).stream()
        .map(entry -> entry.job().head().id())
        .toList();
  }

  private static void schedule(Engine engine) {
    List<JobSpec> jobs =
        IntStream.range(0, JOBS)
            .mapToObj(
                i -> JobSpec.builder("job-" + i, Jobs.text(PAYLOAD), DueTime.after(0)).build())
            .toList();
    Answers.of(engine.schedule(QUEUE, jobs, Durability.NONE));
  }

  /** Maintenance of a process whose calls fail after some. */
  private static void dyingMaintenance(StoreKeys keys, SteppedClock clock, int calls) {
    DyingLink link = new DyingLink(TestStores.link(), new AtomicInteger(calls));
    try (Engine dying = TestStores.open(link, keys, clock, QueueShards.UNSPLIT)) {
      Answers.maintained(dying);
    } catch (RetryableException dead) {
      assertThat(calls).isLessThan(ENOUGH);
    }
  }
}
