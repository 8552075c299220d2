package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.duetime.Durability;
import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.Schedule;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Recurring definitions: each tick one job, one ahead of its time, and single runs between. */
public abstract class RecurringContract extends TickContract {
  @Test
  void theNextTicksJobIsThereAtOnceUnderItsName() {
    JobSpec template = Jobs.job("template").priority(3).build();
    Schedule hourly = Schedule.every(Duration.ofMillis(HOUR));

    RecurringJob.View view = put(new RecurringJob("tick", hourly, template, MissedTicks.LATEST));

    String id = id(start + HOUR);
    assertThat(waiting()).containsExactly(id);
    JobView job = queue.get(id);
    assertThat(job.state()).isEqualTo(JobState.DELAYED);
    assertThat(job.times().dueAt()).isEqualTo(start + HOUR);
    assertThat(job.traits().priority()).isEqualTo(3);
    assertThat(Jobs.text(job.body())).isEqualTo("template");
    assertThat(view.job().name()).isEqualTo("tick");
    assertThat(queue.recurring())
        .extracting(
            known -> known.job().name(), RecurringJob.View::paused, RecurringJob.View::ticks)
        .containsExactly(tuple("tick", false, view.ticks()));
  }

  @Test
  void maintenanceSaysWhenTheNextTickHasToBeMadeAndMakesItOnce() {
    put(every(HOUR, MissedTicks.LATEST));

    assertThat(maintain().comeBackAtMillis()).isEqualTo(start + HOUR);
    advanceTo(start + HOUR);
    assertThat(maintain().ticks()).isEqualTo(1);
    assertThat(maintain().ticks()).isZero();
    assertThat(waiting()).containsExactly(id(start + HOUR), id(start + 2 * HOUR));
  }

  @Test
  void aTickThatWasCancelledAheadOfItsTimeDoesNotComeBack() {
    RecurringChange hourly = RecurringChange.of(every(HOUR, MissedTicks.LATEST));
    put(hourly);
    queue.cancel(id(start + HOUR));

    put(hourly);
    put(hourly.paused(true));
    put(hourly.paused(false));

    assertThat(waiting()).doesNotContain(id(start + HOUR));
  }

  @Test
  void definitionsOfManyBytesAreAllListedByName() {
    JobBody megabyte = JobBody.of(new byte[1 << 20]);
    JobSpec template = Jobs.job("template").body(megabyte).build();
    Schedule hourly = Schedule.every(Duration.ofMillis(HOUR));
    for (String name : List.of("b", "f", "a", "d", "e", "c")) {
      put(new RecurringJob(name, hourly, template, MissedTicks.LATEST));
    }

    assertThat(queue.recurring())
        .allMatch(view -> view.job().template().body().payload().length == 1 << 20)
        .extracting(view -> view.job().name())
        .containsExactly("a", "b", "c", "d", "e", "f");
  }

  @Test
  void aScheduleThatNeverTicksMakesNothing() {
    Schedule farAway =
        Schedule.every(Duration.ofDays(36_525), Instant.parse("9990-01-01T00:00:00Z"));
    JobSpec template = Jobs.job("t").build();

    assertThat(put(new RecurringJob("once", farAway, template, MissedTicks.LATEST)).ticks())
        .satisfies(ticks -> assertThat(ticks.firstMillis()).isGreaterThan(now()));
    assertThat(maintain().ticks()).isZero();
    assertThat(queue.counts().waiting()).isZero();
  }

  private Optional<Scheduled> runNow() {
    return Answers.of(engine().runRecurring(queue.name(), "tick", Durability.NONE));
  }

  @Test
  void aRunNowMovesNoTickAndMayComeWhilePaused() {
    put(every(HOUR, MissedTicks.LATEST));
    RecurringJob.View before = view();

    Scheduled run = runNow().orElseThrow();

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
    Schedule hourly = Schedule.cron("0 * * * *", ZoneOffset.UTC);
    put(new RecurringJob("tick", hourly, Jobs.job("t").build(), MissedTicks.LATEST));
    RecurringJob.View view = view();
    assertThat(view.ticks().lastMillis()).isZero();
    assertThat(view.ticks().nextMillis()).hasSize(5).startsWith(start + HOUR);

    List<String> told = view.ticks().nextMillis().stream().map(view.job()::idAt).toList();

    assertThat(runUntil(start + 5 * HOUR)).isEqualTo(told);
    assertThat(view().ticks().lastMillis()).isEqualTo(start + 5 * HOUR);
    assertThat(view().ticks().firstMillis()).isEqualTo(start + 6 * HOUR);
  }
}
