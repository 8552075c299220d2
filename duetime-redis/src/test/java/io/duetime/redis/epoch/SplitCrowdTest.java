package io.duetime.redis.epoch;

import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.engine.Engine;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.EngineFixture;
import io.duetime.engine.tck.history.CrowdRun;
import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.HistoryCheck;
import io.duetime.redis.fixture.store.InTurns;
import io.duetime.redis.fixture.store.RedisFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;

/** A crowd over several processes, each with its own map, while the shards are changed. */
@Tag("full")
class SplitCrowdTest {
  private static final String QUEUE = "crowd";
  private static final int ACTS = 150;
  private static final int LONG_ACTS = 3_000;
  private static final int CALLS_PER_SPLIT = 300;

  private static final int[] SHARDS = {10, 4, 16};

  @RepeatedTest(3)
  void nothingIsLostOrHeldTwiceWhileTheShardsChange() {
    int acts = Boolean.getBoolean("duetime.long") ? LONG_ACTS : ACTS;
    RedisFixture store = new RedisFixture();
    List<Engine> processes = new ArrayList<>(List.of(store.engine()));
    try (EngineFixture closing = store) {
      for (int i = 1; i < 4; i++) {
        processes.add(store.another());
      }
      List<Event> events = new CrowdRun(closing, spread(processes)).run(11, acts);

      HistoryCheck.of(events).assertClean();
    } finally {
      processes.forEach(Engine::close);
    }
  }

  /** One engine whose calls go through one process after the other. */
  private Engine spread(List<Engine> processes) {
    return InTurns.of(
        processes,
        (process, call) -> {
          if (call % CALLS_PER_SPLIT == 0) {
            split(process, SHARDS[call / CALLS_PER_SPLIT % SHARDS.length]);
          }
          return () -> {};
        });
  }

  private static void split(Engine process, int shards) {
    try {
      Answers.of(process.configure(QUEUE, QueueSettings.builder().shards(shards).build()));
    } catch (RetryableException refused) {
      // Four epochs have jobs: the next change comes later.
    }
  }
}
