package io.duetime.engine.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.StoreFailureException;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobView;
import io.duetime.memory.MemoryEngine;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class CheckedEngineTest {
  /** Fails to look for one job. */
  private static final class Failing extends ForwardingEngine {
    Failing() {
      super(new MemoryEngine(InstantSource.system()));
    }

    @Override
    public CompletionStage<Optional<JobView>> find(String queue, String id) {
      if (id.equals("bad")) {
        throw new IllegalStateException("a fault");
      }
      return super.find(queue, id);
    }
  }

  private final Engine engine = new CheckedEngine(new Failing(), Limits.DEFAULT_MAX_PAYLOAD_BYTES);

  @Test
  void whatAnEngineThrowsFailsItsOwnCallAlone() {
    assertThat(engine.find("q", "bad"))
        .isCompletedExceptionally()
        .failsWithin(java.time.Duration.ZERO)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(StoreFailureException.class)
        .withMessageContaining("a fault in the memory engine (find)");

    assertThat(engine.find("q", "good").toCompletableFuture().join()).isEmpty();
  }

  @Test
  void aCallThatIsInvalidDoesNotReachTheEngine() {
    assertThat(engine.find("-q", "bad"))
        .failsWithin(java.time.Duration.ZERO)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(InvalidRequestException.class)
        .satisfies(failure ->
            assertThat(failure.getCause()).extracting("code").isEqualTo(ErrorCode.INVALID));
    assertThat(engine.cancel("q", java.util.List.of(), Durability.NONE)).isCompleted();
  }
}
