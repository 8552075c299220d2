package io.duetime.engine.tck.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Durability;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.Scheduled;
import io.duetime.StoreFailureException;
import io.duetime.engine.Operation;
import io.duetime.engine.Watcher;
import io.duetime.engine.tck.MemoryFixture;
import io.duetime.engine.tck.fault.FaultyEngine.Fault;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultyEngineTest {
  private final MemoryFixture store = new MemoryFixture();
  private final FaultyEngine engine = new FaultyEngine(store.engine());

  @AfterEach
  void closeStore() {
    engine.close();
  }

  private CompletableFuture<List<Scheduled>> schedule(String id) {
    return engine
        .schedule("q", List.of(Jobs.job(id).build()), Durability.NONE)
        .toCompletableFuture();
  }

  private boolean isThere(String id) {
    return Answers.of(store.engine().find("q", id)).isPresent();
  }

  @Test
  void withoutAFaultItDoesWhatTheEngineInsideDoes() {
    Answers.of(schedule("a"));

    assertThat(isThere("a")).isTrue();
    assertThat(engine.calls(Operation.SCHEDULE)).isEqualTo(1);
    assertThat(engine.capabilities()).isEqualTo(store.engine().capabilities());
  }

  @Test
  void aCallThatFailsHasDoneNothingAndTheNextSucceeds() {
    engine.next(Operation.SCHEDULE, Fault.UNAVAILABLE);
    engine.next(Operation.SCHEDULE, Fault.STORE_FAILED);

    assertThatThrownBy(() -> Answers.of(schedule("a"))).isInstanceOf(RetryableException.class);
    assertThatThrownBy(() -> Answers.of(schedule("a"))).isInstanceOf(StoreFailureException.class);
    assertThat(isThere("a")).isFalse();
    Answers.of(schedule("a"));
    assertThat(isThere("a")).isTrue();
  }

  @Test
  void aLostAnswerLeavesTheOutcomeUnknownThoughItWasDone() {
    engine.next(Operation.SCHEDULE, Fault.ANSWER_LOST);

    assertThatThrownBy(() -> Answers.of(schedule("a"))).isInstanceOf(OutcomeUnknownException.class);
    assertThat(isThere("a")).isTrue();
  }

  @Test
  void aStalledCallIsDoneOnceTheEngineIsHealed() {
    engine.next(Operation.SCHEDULE, Fault.STALLED);
    CompletableFuture<List<Scheduled>> stalled = schedule("a");
    assertThat(isThere("a")).isFalse();
    assertThat(engine.held()).isEqualTo(1);

    engine.heal();

    assertThat(stalled).isCompleted();
    assertThat(isThere("a")).isTrue();
  }

  @Test
  void aLateAnswerComesOnceTheEngineIsHealed() {
    engine.next(Operation.SCHEDULE, Fault.ANSWER_LATE);
    CompletableFuture<List<Scheduled>> late = schedule("a");
    assertThat(late).isNotDone();
    assertThat(isThere("a")).isTrue();

    engine.heal();

    assertThat(late).isCompleted();
  }

  @Test
  void aStoreThatIsAwayFailsEverythingUntilHealed() {
    engine.always(Fault.UNAVAILABLE);
    assertThatThrownBy(() -> Answers.of(schedule("a"))).isInstanceOf(RetryableException.class);
    assertThatThrownBy(() -> Answers.of(engine.counts("q"))).isInstanceOf(RetryableException.class);
    assertThatThrownBy(() -> Answers.of(engine.nowMillis())).isInstanceOf(RetryableException.class);

    engine.heal();

    Answers.of(schedule("a"));
    assertThat(isThere("a")).isTrue();
  }

  @Test
  void signalsAreLostUntilHealed() {
    List<Watcher.Signal> signals = new ArrayList<>();
    engine.watch("q", signals::add);
    engine.loseSignals();
    Answers.of(schedule("a"));
    assertThat(signals).isEmpty();

    engine.heal();
    Answers.of(engine.deleteQueue("q"));
    Answers.of(schedule("b"));

    assertThat(signals).isNotEmpty();
  }
}
