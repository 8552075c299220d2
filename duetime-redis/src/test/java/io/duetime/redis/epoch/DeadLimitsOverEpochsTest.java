package io.duetime.redis.epoch;

import static io.duetime.redis.epoch.EpochSteps.QUEUE;
import static io.duetime.redis.epoch.EpochSteps.all;
import static io.duetime.redis.epoch.EpochSteps.bury;
import static io.duetime.redis.epoch.EpochSteps.schedule;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Counts;
import io.duetime.QueueSettings;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.redis.fixture.store.TestStores;
import io.duetime.redis.internal.store.StoreKeys;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Limits of dead jobs hold while the number of shards changes. */
class DeadLimitsOverEpochsTest {
  private static final Duration DAY = Duration.ofDays(1);

  private final String prefix = TestStores.newPrefix();
  private final SteppedClock clock = new SteppedClock();
  private final Engine engine = TestStores.open(new StoreKeys(prefix), clock);

  @AfterEach
  void close() {
    engine.close();
    TestStores.clear(prefix);
  }

  @Test
  void whatIsKeptNoLongerIsNotCarriedToTheNewShards() {
    die("a", 10);
    clock.move(DAY);
    die("b", 10);
    configure(QueueSettings.builder().shards(4).deadRetention(DAY));

    assertThat(all(engine)).hasSize(10).allMatch(id -> id.startsWith("b"));
    maintain();

    Counts counts = Answers.of(engine.counts(QUEUE));
    assertThat(all(engine)).hasSize(10).allMatch(id -> id.startsWith("b"));
    assertThat(counts.now().dead()).isEqualTo(10);
    assertThat(counts.since().deadDropped()).isEqualTo(10);
  }

  @Test
  void whatHasBeenCarriedIsForgottenAtItsTime() {
    configure(QueueSettings.builder().deadRetention(DAY));
    die("a", 10);
    clock.move(DAY.dividedBy(2));
    configure(QueueSettings.builder().deadRetention(DAY).shards(3));
    maintain();
    assertThat(all(engine)).hasSize(10);

    clock.move(DAY.dividedBy(2));

    assertThat(all(engine)).isEmpty();
    maintain();
    assertThat(Answers.of(engine.counts(QUEUE)).since().deadDropped()).isEqualTo(10);
  }

  @Test
  void eachNewShardKeepsItsShareOfTheDead() {
    die("a", 40);
    configure(QueueSettings.builder().shards(4).maxDead(8));
    maintain();

    Counts counts = Answers.of(engine.counts(QUEUE));
    assertThat(counts.now().dead()).isBetween(1L, 8L).isEqualTo(all(engine).size());
    assertThat(counts.since().died()).isEqualTo(40);
    assertThat(counts.since().deadDropped()).isEqualTo(40 - counts.now().dead());
  }

  private void die(String prefix, int count) {
    schedule(engine, prefix, count);
    bury(engine, count);
  }

  private void configure(QueueSettings.Builder settings) {
    Answers.of(engine.configure(QUEUE, settings.build()));
  }

  /** Epochs that wait to become empty are looked at again every 5 s. */
  private void maintain() {
    for (int i = 0; i < 3; i++) {
      Answers.maintained(engine);
      clock.move(Duration.ofSeconds(5));
    }
  }
}
