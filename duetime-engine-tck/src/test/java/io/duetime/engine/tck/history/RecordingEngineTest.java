package io.duetime.engine.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.Scheduled;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.tck.MemoryFixture;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RecordingEngineTest {
  private final History history = History.inMemory();

  @Test
  void whatHasNotBecomeAsDurableAsAskedIsNotedAsUnanswered() {
    try (MemoryFixture store = new MemoryFixture()) {
      Engine engine = new RecordingEngine(new OutOfReach(store.engine()), history, () -> 0);
      schedule(engine, "a", Durability.NONE);
      schedule(engine, "b", Durability.replicas(1, Duration.ZERO));
      schedule(engine, "c", Durability.FSYNCED);

      assertThat(history.events())
          .extracting(Event::outcome)
          .containsExactly("CREATED", Event.UNKNOWN, Event.UNKNOWN);
    }
  }

  private static void schedule(Engine engine, String id, Durability durability) {
    Answers.of(engine.schedule("q", List.of(Jobs.job(id).build()), durability));
  }

  /** A store whose replicas and disk are not there. */
  private static final class OutOfReach extends ForwardingEngine {
    OutOfReach(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Scheduled>> schedule(
        String queue, List<JobSpec> jobs, Durability durability) {
      return super.schedule(queue, jobs, Durability.NONE);
    }
  }
}
