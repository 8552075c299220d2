package io.duetime.runtime.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.duetime.DeadJobs.Redriven;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.OutcomeUnknownException;
import io.duetime.RetryPolicy;
import io.duetime.RetryableException;
import io.duetime.runtime.fixture.Simulation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Changes of many jobs: counted before, and reported while they go on. */
class BulkProgressTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Simulation world = Simulation.thatReliesOnSignals();
  private final JobQueue<String> queue = world.queue();
  private final List<Long> heard = new ArrayList<>();

  private void waiting(int jobs) {
    List<JobRequest<String>> requests = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      requests.add(JobRequest.builder("x").delay(HOUR).tag(i % 2 == 0 ? "even" : "odd").build());
    }
    queue.scheduleAll(requests);
  }

  private void dead(String... ids) {
    for (String id : ids) {
      queue.schedule(JobRequest.builder("x").id(id).retry(RetryPolicy.none()).build());
    }
    queue.buryAll(queue.claim(ids.length, HOUR, Duration.ZERO), "why");
  }

  @Test
  void aDryRunCountsAndChangesNothing() {
    waiting(7);

    assertThat(queue.waiting().tagged("even").dryRun().cancel()).isEqualTo(4);
    assertThat(queue.waiting().dryRun().tagged("odd").reschedule(HOUR)).isEqualTo(3);
    assertThat(queue.waiting().dryRun().reschedule(Simulation.START)).isEqualTo(7);
    assertThat(queue.waiting().dryRun().cancel()).isEqualTo(7);

    assertThat(queue.waiting().count()).isEqualTo(7);
    assertThat(queue.counts().nextDue()).isEqualTo(Simulation.START.plus(HOUR));
  }

  @Test
  void aDryRunOfDeadJobsCountsAndChangesNothing() {
    dead("a", "b");

    assertThat(queue.dead().dryRun().redrive()).isEqualTo(new Redriven(2, 0));
    assertThat(queue.dead().withIds(List.of("a")).dryRun().redrive(HOUR))
        .isEqualTo(new Redriven(1, 0));
    assertThat(queue.dead().dryRun().purge()).isEqualTo(2);

    assertThat(queue.dead().count()).isEqualTo(2);
  }

  @Test
  void aDryRunOfOneChangeDoesNotMakeTheNextOneDry() {
    waiting(2);
    var all = queue.waiting().all();

    assertThat(all.dryRun().cancel()).isEqualTo(2);
    assertThat(all.cancel()).isEqualTo(2);
    assertThat(queue.waiting().count()).isZero();
  }

  @Test
  void eachStepIsReportedWithTheNumberOfJobsChangedSoFar() {
    waiting(12_345);

    assertThat(queue.waiting().onProgress(heard::add).all().cancel()).isEqualTo(12_345);

    assertThat(heard).containsExactly(5_000L, 10_000L, 12_345L);
  }

  @Test
  void progressIsHeardOfEveryKindOfChange() {
    waiting(3);
    dead("a");

    assertThat(queue.waiting().all().onProgress(heard::add).reschedule(HOUR)).isEqualTo(0);
    queue.waiting().dryRun().onProgress(heard::add).cancel();
    queue.waiting().onProgress(heard::add).count();
    queue.dead().all().onProgress(heard::add).redrive();

    assertThat(heard).containsExactly(0L, 3L, 3L, 1L);
  }

  @Test
  void theNextStepWaitsForTheListener() {
    waiting(6_000);

    queue
        .waiting()
        .all()
        .onProgress(changed -> heard.add((long) world.engine.calls("change")))
        .cancel();

    assertThat(heard).containsExactly(1L, 2L);
  }

  @Test
  void aListenerThatFailsDoesNotStopTheChange() {
    waiting(6_000);

    long cancelled =
        queue
            .waiting()
            .all()
            .onProgress(changed -> {
              throw new IllegalStateException("of the listener");
            })
            .cancel();

    assertThat(cancelled).isEqualTo(6_000);
  }

  @Test
  void aShiftThatFailsHalfwayNamesItselfAndIsTakenBack() {
    waiting(12_345);
    RetryableException lost = new RetryableException(ErrorCode.STORE_UNAVAILABLE, "gone");
    var shifting =
        queue.waiting().all().onProgress(moved -> world.engine.loseAnswers("change", lost));

    OutcomeUnknownException failed =
        catchThrowableOfType(OutcomeUnknownException.class, () -> shifting.shift(HOUR));

    world.engine.recover();
    assertThat(failed).hasMessageContaining("the shift of queue").hasMessageEndingWith("gone");
    String shift = failed.getMessage().split("\"", 3)[1];
    assertThat(dueAfter(2)).isEqualTo(10_000);
    assertThat(queue.waiting().undoShift(shift).moved()).isEqualTo(10_000);
    assertThat(dueAfter(1)).isEqualTo(12_345);
    assertThat(queue.waiting().undoShift(shift).moved()).isZero();
  }

  private long dueAfter(int hours) {
    Instant moment = Simulation.START.plus(HOUR.multipliedBy(hours));
    return queue.waiting().between(moment, moment.plusMillis(1)).count();
  }

  @Test
  void aChangeStillNeedsAFilterAndAListener() {
    waiting(1);

    assertThatThrownBy(() -> queue.waiting().onProgress(heard::add).cancel())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("filter is missing");
    assertThatThrownBy(() -> told(null))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("listener is missing");
    assertThat(queue.waiting().count()).isEqualTo(1);
  }

  @SuppressWarnings("NullAway") // what this is about
  private void told(@Nullable LongConsumer listener) {
    queue.waiting().onProgress(listener);
  }
}
