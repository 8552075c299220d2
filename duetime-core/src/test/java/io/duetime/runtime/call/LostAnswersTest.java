package io.duetime.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.CancelOutcome;
import io.duetime.JobRequest;
import io.duetime.OnConflict;
import io.duetime.OutcomeUnknownException;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Calls whose answers get lost are repeated where that is harmless, and only there. */
class LostAnswersTest {
  private final Simulation world = Simulation.ofStoreElsewhere();

  private void loseAnswersOf(String method) {
    world.engine.loseAnswers(method, new OutcomeUnknownException("the answer was lost", null));
  }

  private CompletableFuture<Scheduled> scheduleIn(Duration delay) {
    return world
        .queue()
        .async()
        .schedule(
            JobRequest.builder("x").id("a").delay(delay).onConflict(OnConflict.REJECT).build())
        .toCompletableFuture();
  }

  @Test
  void aJobThatCannotHaveRunIsScheduledAgainAndGetsTheFirstAnswer() {
    loseAnswersOf("schedule");
    CompletableFuture<Scheduled> answer = scheduleIn(Duration.ofHours(1));
    assertThat(answer).isNotDone();

    world.engine.recover();
    world.pass(Duration.ofSeconds(1));

    assertThat(answer.join().outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(world.queue().counts().waiting()).isEqualTo(1);
  }

  @Test
  void aJobThatMayHaveRunIsNotScheduledAgain() {
    loseAnswersOf("schedule");

    CompletableFuture<Scheduled> answer = scheduleIn(Duration.ofSeconds(5));
    world.pass(Duration.ofSeconds(1));

    assertThat(answer).isCompletedExceptionally();
    assertThat(world.engine.calls("schedule")).isEqualTo(1);
  }

  @Test
  void aDebouncedJobMayHaveRunLongBeforeItWasAskedFor() {
    loseAnswersOf("schedule");

    CompletableFuture<Scheduled> answer =
        world
            .queue()
            .async()
            .schedule(
                JobRequest.builder("x")
                    .id("a")
                    .delay(Duration.ofHours(1))
                    .onConflict(OnConflict.debounce(Duration.ofHours(2)))
                    .build())
            .toCompletableFuture();
    world.pass(Duration.ofSeconds(1));

    assertThat(answer).isCompletedExceptionally();
    assertThat(world.engine.calls("schedule")).isEqualTo(1);
  }

  @Test
  void theOutcomeIsUnknownWhenAnswersStayLost() {
    loseAnswersOf("schedule");

    assertThatThrownBy(
            () -> world.queue().schedule("a", "x", Simulation.START.plus(Duration.ofHours(1))))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasStackTraceContaining("LostAnswersTest");
    assertThat(world.engine.calls("schedule")).isEqualTo(5);
  }

  @Test
  void aBatchIsRepeatedOnlyWhenNoneOfItsJobsCanHaveRun() {
    loseAnswersOf("schedule");
    JobRequest<String> later = JobRequest.builder("x").delay(Duration.ofHours(1)).build();
    JobRequest<String> now = JobRequest.builder("x").build();

    assertThatThrownBy(() -> world.queue().scheduleAll(List.of(later, now)))
        .isInstanceOf(OutcomeUnknownException.class);
    assertThat(world.engine.calls("schedule")).isEqualTo(1);
  }

  @Test
  void aRepeatedCancelAnswersWhatIsTrueByThen() {
    world.queue().schedule("a", "x", Duration.ofHours(1));
    loseAnswersOf("cancel");
    CompletableFuture<CancelOutcome> answer =
        world.queue().async().cancel("a").toCompletableFuture();

    world.engine.recover();
    world.pass(Duration.ofSeconds(1));

    assertThat(answer.join()).isEqualTo(CancelOutcome.UNKNOWN);
  }

  @Test
  void aRescheduleIsNeverRepeated() {
    world.queue().schedule("a", "x", Duration.ofHours(1));
    loseAnswersOf("reschedule");

    assertThatThrownBy(() -> world.queue().reschedule("a", Duration.ofHours(2)))
        .isInstanceOf(OutcomeUnknownException.class);
    assertThat(world.engine.calls("reschedule")).isEqualTo(1);
  }

  @Test
  void anUpdateIsNeverRepeated() {
    world.queue().schedule("a", "x", Duration.ofHours(1));
    loseAnswersOf("update");

    assertThatThrownBy(() -> world.queue().update("a", change -> change.priority(1)))
        .isInstanceOf(OutcomeUnknownException.class);
    assertThat(world.engine.calls("update")).isEqualTo(1);
  }

  @Test
  void callsAtTheSameTimeTravelInOneBatch() {
    world.engine.hold("schedule");
    for (int i = 0; i < 20; i++) {
      assertThat(world.queue().async().schedule("" + i, "x", Duration.ofHours(1)))
          .isNotCompletedExceptionally();
    }

    world.engine.letGo("schedule");
    world.pass(Duration.ofSeconds(1));

    assertThat(world.queue().counts().waiting()).isEqualTo(20);
    assertThat(world.engine.calls("schedule")).isEqualTo(3);
  }
}
