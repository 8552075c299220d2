package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.PendingTicks;
import io.duetime.Schedule;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Jobs that are made again and again: each tick one job, one ahead of its time. */
public abstract class RecurringContract extends Contract {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private RecurringJob everyMinute(MissedTicks missed) {
    return new RecurringJob(
        "tick", Schedule.every(MINUTE), Jobs.job("template").priority(3).build(), missed);
  }

  private RecurringJob.View put(RecurringJob job) {
    return put(RecurringChange.of(job));
  }

  private RecurringJob.View put(RecurringChange change) {
    return Answers.of(engine().putRecurring(queue.name(), change)).view().orElseThrow();
  }

  private RecurringResult remove() {
    return Answers.of(
        engine()
            .removeRecurring(queue.name(), "tick", OptionalLong.empty(), PendingTicks.WITHDRAW));
  }

  private long nextMinute() {
    return now() / 60_000 * 60_000 + 60_000;
  }

  private List<String> waiting() {
    return queue.list(Selection.WAITING).stream().map(JobView::id).toList();
  }

  @Test
  void theNextTicksJobIsThereAtOnceUnderItsName() {
    long next = nextMinute();

    RecurringJob.View view = put(everyMinute(MissedTicks.LATEST));

    String id = "tick@" + Instant.ofEpochMilli(next);
    assertThat(waiting()).containsExactly(id);
    JobView job = queue.get(id);
    assertThat(job.state()).isEqualTo(JobState.DELAYED);
    assertThat(job.times().dueAt()).isEqualTo(next);
    assertThat(job.traits().priority()).isEqualTo(3);
    assertThat(Jobs.text(job.body())).isEqualTo("template");
    assertThat(view.job().name()).isEqualTo("tick");
    assertThat(Answers.of(engine().recurring(queue.name())))
        .extracting(
            known -> known.job().name(), RecurringJob.View::paused, RecurringJob.View::ticks)
        .containsExactly(tuple("tick", false, view.ticks()));
  }

  @Test
  void definitionsOfManyBytesAreAllListedByName() {
    JobBody megabyte = JobBody.of(new byte[1 << 20]);
    List<String> names = List.of("a", "b", "c", "d", "e", "f");
    for (String name : names) {
      JobSpec template = Jobs.job("template").body(megabyte).build();
      put(new RecurringJob(name, Schedule.every(MINUTE), template, MissedTicks.LATEST));
    }

    assertThat(Answers.of(engine().recurring(queue.name())))
        .allMatch(view -> view.job().template().body().payload().length == 1 << 20)
        .extracting(view -> view.job().name())
        .containsExactlyElementsOf(names);
  }

  @Test
  void eachTickIsOneJobThatRunsOnTime() {
    put(everyMinute(MissedTicks.LATEST));
    long first = nextMinute();
    List<Long> lateness = new ArrayList<>();

    for (int i = 0; i < 5; i++) {
      advanceTo(first + i * 60_000L);
      maintain();
      maintain();
      queue
          .claim(10)
          .forEach(job -> {
            lateness.add(now() - job.times().dueAt());
            queue.ack(job);
          });
    }

    assertThat(lateness).containsExactly(0L, 0L, 0L, 0L, 0L);
  }

  @Test
  void maintenanceSaysWhenTheNextTickHasToBeMade() {
    put(everyMinute(MissedTicks.LATEST));

    assertThat(maintain().comeBackAtMillis()).isEqualTo(nextMinute());
    advanceTo(nextMinute());
    assertThat(maintain().ticks()).isEqualTo(1);
    assertThat(waiting()).hasSize(2);
  }

  @Test
  void ofMissedTicksTheLatestRuns() {
    put(everyMinute(MissedTicks.LATEST));
    long first = nextMinute();
    advanceTo(first);
    queue.run(1);
    advanceTo(first + 600_000 + 1);
    maintain();

    assertThat(waiting())
        .containsExactly(
            "tick@" + Instant.ofEpochMilli(first + 600_000),
            "tick@" + Instant.ofEpochMilli(first + 660_000));
  }

  @Test
  void allMissedTicksRunWhenAskedFor() {
    put(everyMinute(MissedTicks.ALL));
    advanceTo(nextMinute() + 600_000);
    maintain();

    assertThat(waiting()).hasSize(12);
  }

  @Test
  void noMissedTickRunsWhenAskedFor() {
    put(everyMinute(MissedTicks.NONE));
    long first = nextMinute();
    advanceTo(first);
    queue.run(1);
    advanceTo(first + 600_001);
    maintain();

    assertThat(waiting()).containsExactly("tick@" + Instant.ofEpochMilli(first + 660_000));
  }

  @Test
  void storingADefinitionAgainMakesNoSecondJobAndNoOldOne() {
    put(everyMinute(MissedTicks.ALL));
    advanceTo(nextMinute());
    maintain();
    List<String> run = queue.run(10);

    put(everyMinute(MissedTicks.ALL));
    put(everyMinute(MissedTicks.ALL));
    maintain();

    assertThat(waiting()).hasSize(1).doesNotContainAnyElementsOf(run);
  }

  @Test
  void aTickThatWasDealtWithAheadOfItsTimeDoesNotComeBack() {
    put(everyMinute(MissedTicks.LATEST));
    String tick = "tick@" + Instant.ofEpochMilli(nextMinute());
    queue.cancel(tick);

    put(everyMinute(MissedTicks.LATEST));
    put(RecurringChange.of(everyMinute(MissedTicks.LATEST)).paused(true));
    put(RecurringChange.of(everyMinute(MissedTicks.LATEST)).paused(false));

    assertThat(waiting()).doesNotContain(tick);
  }

  @Test
  void aChangedDefinitionWithdrawsWhatIsScheduledAndGoesOnByTheNewRule() {
    put(everyMinute(MissedTicks.LATEST));
    List<String> before = waiting();
    RecurringJob hourly =
        new RecurringJob(
            "tick",
            Schedule.every(Duration.ofHours(1)),
            everyMinute(MissedTicks.LATEST).template(),
            MissedTicks.LATEST);

    put(hourly);
    maintain();

    assertThat(waiting()).doesNotContainAnyElementsOf(before).hasSize(1);
    assertThat(Answers.of(engine().recurring(queue.name()))).hasSize(1);
  }

  @Test
  void aPausedDefinitionMakesNothingUntilItGoesOn() {
    put(RecurringChange.of(everyMinute(MissedTicks.LATEST)).paused(true));
    advance(Duration.ofMinutes(10));
    assertThat(maintain().ticks()).isZero();
    assertThat(waiting()).isEmpty();

    put(RecurringChange.of(everyMinute(MissedTicks.LATEST)).paused(false));
    assertThat(waiting()).contains("tick@" + Instant.ofEpochMilli(nextMinute()));
  }

  @Test
  void aRemovedDefinitionWithdrawsWhatItHasScheduled() {
    put(everyMinute(MissedTicks.LATEST));

    assertThat(remove().view()).isPresent();
    assertThat(remove()).isEqualTo(RecurringResult.unknown());

    assertThat(waiting()).isEmpty();
    advance(Duration.ofMinutes(10));
    maintain();
    assertThat(waiting()).isEmpty();
    assertThat(Answers.of(engine().recurring(queue.name()))).isEmpty();
  }

  @Test
  void definitionsAreListedByName() {
    for (String name : List.of("b", "c", "a")) {
      put(
          new RecurringJob(
              name, Schedule.every(MINUTE), Jobs.job("t").build(), MissedTicks.LATEST));
    }

    assertThat(Answers.of(engine().recurring(queue.name())))
        .extracting(view -> view.job().name())
        .containsExactly("a", "b", "c");
  }

  @Test
  void aScheduleThatNeverTicksMakesNothing() {
    RecurringJob last =
        new RecurringJob(
            "once",
            Schedule.every(Duration.ofDays(36_525), Instant.parse("9990-01-01T00:00:00Z")),
            Jobs.job("t").build(),
            MissedTicks.LATEST);

    assertThat(put(last).ticks().firstMillis()).isGreaterThan(now());
    assertThat(maintain().ticks()).isZero();
    assertThat(queue.counts().waiting()).isZero();
    assertThat(ClaimResult.NEVER).isGreaterThan(now());
  }
}
