package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Durability;
import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.tck.fixture.Answers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Runs of a recurring definition: at its ticks, and once between them. */
public abstract class RecurringRunContract extends TickContract {
  private Optional<ScheduleResult> runNow() {
    return Answers.of(engine().runRecurring(queue.name(), "tick", Durability.NONE));
  }

  @Test
  void aRunNowMovesNoTickAndMayComeWhilePaused() {
    put(every(HOUR, MissedTicks.LATEST));
    RecurringJob.View before = view();

    ScheduleResult run = runNow().orElseThrow();

    assertThat(run.id()).isEqualTo(id(now()));
    assertThat(run.outcome()).isEqualTo(ScheduleOutcome.CREATED);
    assertThat(queue.state(run.id())).isEqualTo(JobState.READY);
    assertThat(runNow().orElseThrow().outcome()).isEqualTo(ScheduleOutcome.KEPT);
    assertThat(view().ticks()).isEqualTo(before.ticks());
    assertThat(queue.run(10)).containsExactly(run.id());
    pause();
    advance(Duration.ofMillis(1));
    assertThat(queue.run(10)).isEmpty();
    assertThat(runNow()).isPresent();
    assertThat(queue.run(10)).containsExactly(id(now()));
  }

  @Test
  void aRunNowOfAnUnknownDefinitionIsNone() {
    assertThat(runNow()).isEmpty();
    put(every(HOUR, MissedTicks.LATEST));
    remove();
    assertThat(runNow()).isEmpty();
  }

  @Test
  void aRunNowCountsAgainstTheQuota() {
    put(every(HOUR, MissedTicks.LATEST));
    queue.configure(settings -> settings.maxWaiting(1));

    assertThat(runNow().orElseThrow().outcome()).isEqualTo(ScheduleOutcome.REFUSED);
  }

  @Test
  void whatIsToldOfTicksIsWhatRuns() {
    put(every(HOUR, MissedTicks.LATEST));
    RecurringJob.View view = view();
    assertThat(view.ticks().lastMillis()).isZero();
    assertThat(view.ticks().nextMillis()).hasSize(5).startsWith(start + HOUR);

    List<String> told = view.ticks().nextMillis().stream().map(view.job()::idAt).toList();

    assertThat(runUntil(start + 5 * HOUR)).isEqualTo(told);
    assertThat(view().ticks().lastMillis()).isEqualTo(start + 5 * HOUR);
    assertThat(view().ticks().firstMillis()).isEqualTo(start + 6 * HOUR);
  }
}
