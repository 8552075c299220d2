package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Duetime;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.JobState;
import io.duetime.Lease;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryableException;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls to an engine that does not answer end all the same. */
class UnansweredCallsTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Simulation world = Simulation.begin();

  @AfterEach
  void answer() {
    List.of("schedule", "find", "claim", "cancel").forEach(world.engine::letGo);
    world.close();
  }

  @Test
  void aBlockingChangeEndsWithAnUnknownOutcome() {
    world.engine.hold("schedule");

    assertThatThrownBy(() -> world.queue().schedule("a", "x", Duration.ZERO))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("within 30s")
        .extracting("code")
        .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(world.since()).isEqualTo("30s");
  }

  @Test
  void aLookEndsAsOneThatMayBeRepeated() {
    world.engine.hold("find");

    assertThatThrownBy(() -> world.queue().find("a"))
        .isInstanceOf(RetryableException.class)
        .extracting("code")
        .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
  }

  @Test
  void anAsynchronousCallEndsToo() {
    world.engine.hold("cancel");
    CompletableFuture<?> answer = world.queue().async().cancel("a").toCompletableFuture();

    world.pass(LIMIT.minusMillis(1));
    assertThat(answer).isNotDone();
    world.pass(LIMIT);

    assertThat(answer).isCompletedExceptionally();
    assertThat(world.engine.calls("cancel")).isEqualTo(1);
  }

  @Test
  void eachCallHasItsOwnTime() {
    world.engine.hold("cancel");
    CompletableFuture<?> first = world.queue().async().cancel("a").toCompletableFuture();
    world.pass(LIMIT.dividedBy(2));
    CompletableFuture<?> second = world.queue().async().cancel("b").toCompletableFuture();
    world.pass(LIMIT.dividedBy(2));

    assertThat(first).isCompletedExceptionally();
    assertThat(second).isNotDone();
    world.engine.letGo("cancel");
    world.pass(Duration.ZERO);
    assertThat(second).isCompleted();
  }

  @Test
  void jobsOfAClaimThatIsAnsweredTooLateAreReleasedUntouched() {
    world.queue().schedule("a", "x", Duration.ZERO);
    world.engine.hold("claim");
    CompletableFuture<List<Lease<String>>> claim =
        world.queue().async().claim(1, Duration.ofHours(1), Duration.ZERO).toCompletableFuture();
    world.pass(LIMIT.multipliedBy(2));
    assertThat(world.queue().find("a").orElseThrow().state()).isEqualTo(JobState.RUNNING);

    world.engine.letGo("claim");
    world.pass(Duration.ZERO);

    assertThat(claim).isCompletedExceptionally();
    assertThat(world.queue().find("a").orElseThrow().state()).isEqualTo(JobState.READY);
    assertThat(world.queue().find("a").orElseThrow().attempt()).isZero();
  }

  @Test
  void maintenanceThatIsUnderWayIsNotBegunBesideItself() {
    world.engine.hold("maintain");
    world.pass(LIMIT);
    int begun = world.engine.calls("maintain");

    world.pass(LIMIT.multipliedBy(4));

    assertThat(world.engine.calls("maintain")).isEqualTo(begun);
    world.engine.letGo("maintain");
    world.pass(LIMIT);
    assertThat(world.engine.calls("maintain")).isGreaterThan(begun);
  }

  @Test
  void aLimitOutsideItsRangeIsRefused() {
    assertThatThrownBy(() -> Duetime.builder().uri("memory:").answerWithin(Duration.ZERO).build())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("answerWithin");
  }
}
