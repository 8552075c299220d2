package io.duetime.embedded.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.embedded.EmbeddedEngine;
import io.duetime.embedded.EmbeddedOptions;
import io.duetime.embedded.fixture.ChildJvm;
import io.duetime.engine.tck.fixture.SteppedClock;
import io.duetime.engine.tck.history.Drain;
import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.history.HistoryCheck;
import io.duetime.engine.tck.history.RecordingEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that schedule, claim, settle, cancel and move are killed with -9, one after the other,
 * over one store. Then the store is drained, and everything they were told has to be true.
 */
@Tag("full")
class CrowdCrashTest {
  private static final int ROUNDS = Boolean.getBoolean("duetime.long") ? 60 : 4;
  private static final int MOST_SAID = 10;

  @TempDir Path folder;

  @Test
  void theHistoryOfKilledProcessesHoldsTogether() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Path> files = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      Path file = folder.resolve("history-" + round);
      crowd(file, "r" + round + "-", random);
      files.add(file);
    }
    List<Event> events = new ArrayList<>(History.read(files));
    int calls = events.size();

    events.addAll(drained());

    assertThat(calls).as("calls of the killed, seed %d", seed).isGreaterThan(ROUNDS * 40);
    HistoryCheck.of(events).assertClean();
  }

  private void crowd(Path file, String ids, Random random) {
    String seed = Long.toString(random.nextLong());
    String store = folder.resolve("store").toString();
    try (ChildJvm child =
        ChildJvm.start(CrowdChild.class, 128, store, file.toString(), ids, seed)) {
      for (int i = random.nextInt(MOST_SAID) + 1; i > 0; i--) {
        child.line();
      }
    }
  }

  private List<Event> drained() {
    SteppedClock clock = new SteppedClock(Instant.ofEpochMilli(System.currentTimeMillis()));
    try (EmbeddedEngine engine =
            EmbeddedEngine.open(
                folder.resolve("store"), EmbeddedOptions.DEFAULT.space(0, 0), clock);
        History history = History.inMemory()) {
      RecordingEngine recorded = new RecordingEngine(engine, history, clock::millis);
      Drain.run(recorded, CrowdChild.QUEUE, clock::move, history);
      return history.events();
    }
  }
}
