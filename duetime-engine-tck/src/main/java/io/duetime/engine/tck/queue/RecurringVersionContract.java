package io.duetime.engine.tck.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.MissedTicks;
import io.duetime.RetryPolicy;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.RecurringChange;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.RecurringResult.Outcome;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The versions of recurring definitions, and changes that apply to one version only. */
public abstract class RecurringVersionContract extends TickContract {
  private static final RecurringResult REFUSED = RecurringResult.changedMeanwhile();
  private static final RecurringChange HOURLY = RecurringChange.of(every(HOUR, MissedTicks.LATEST));
  private static final RecurringChange DAILY = RecurringChange.of(every(DAY, MissedTicks.LATEST));

  private static OptionalLong of(RecurringJob.View view) {
    return OptionalLong.of(view.version());
  }

  @Test
  void theVersionGrowsWithEachChange() {
    List<Long> versions = new ArrayList<>();
    versions.add(put(HOURLY).version());
    versions.add(pause().version());
    versions.add(resume().version());
    versions.add(put(DAILY).version());
    versions.add(put(every(DAY, MissedTicks.ALL)).version());
    versions.add(put(every(DAY, MissedTicks.ALL, "new")).version());
    versions.add(
        put(RecurringChange.of(every(DAY, MissedTicks.ALL, "new")).paused(true)).version());

    assertThat(versions.get(0)).isPositive();
    assertThat(versions).isSorted().doesNotHaveDuplicates();
    assertThat(view().version()).isEqualTo(versions.get(6));
  }

  private static JobSpec.Builder everything() {
    return Jobs.everything("any", DueTime.after(7));
  }

  @Test
  void theVersionGrowsWithEachPartOfTheTemplate() {
    List<JobSpec.Builder> templates =
        List.of(
            everything(),
            everything().priority(4),
            everything().tags(List.of("a")),
            everything().retry(RetryPolicy.none()),
            everything().expiry(null),
            everything().retention(Duration.ofDays(1)),
            everything().body(JobBody.of(new byte[] {0, 1})));

    List<Long> versions =
        templates.stream()
            .map(template ->
                new RecurringJob(
                    "tick",
                    every(HOUR, MissedTicks.LATEST).schedule(),
                    template.build(),
                    MissedTicks.LATEST))
            .map(job -> put(job).version())
            .toList();

    assertThat(versions).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void theVersionStaysWhereNothingChanges() {
    RecurringJob job =
        new RecurringJob(
            "tick",
            every(HOUR, MissedTicks.LATEST).schedule(),
            everything().build(),
            MissedTicks.LATEST);
    long version = put(job).version();

    assertThat(put(job).version()).isEqualTo(version);
    assertThat(resume().version()).isEqualTo(version);
    assertThat(put(RecurringChange.of(job).keepingPending()).version()).isEqualTo(version);
    runUntil(start + 3 * HOUR);
    assertThat(view().ticks().lastMillis()).isEqualTo(start + 3 * HOUR);
    assertThat(view().version()).isEqualTo(version);
    long paused = pause().version();
    assertThat(pause().version()).isEqualTo(paused);
  }

  @Test
  void aChangeOfTheStoredVersionIsMade() {
    RecurringJob.View first = put(HOURLY);

    RecurringJob.View changed = put(DAILY.onlyOf(first.version()));
    RecurringJob.View paused = pause(of(changed)).view().orElseThrow();
    RecurringJob.View resumed = resume(of(paused)).view().orElseThrow();

    assertThat(changed.pendingIds()).containsExactly(id(start + DAY));
    assertThat(paused.paused()).isTrue();
    assertThat(resumed.paused()).isFalse();
    assertThat(waiting()).containsExactly(id(start + DAY));
    assertThat(remove(of(resumed)).outcome()).isEqualTo(Outcome.DONE);
    assertThat(queue.recurring()).isEmpty();
  }

  @Test
  void aChangeOfAnEarlierVersionChangesNothing() {
    RecurringJob.View early = put(HOURLY);
    RecurringJob.View stored = put(DAILY);
    List<String> waiting = waiting();

    assertThat(change(HOURLY.onlyOf(early.version()))).isEqualTo(REFUSED);
    assertThat(pause(of(early))).isEqualTo(REFUSED);
    assertThat(resume(of(early))).isEqualTo(REFUSED);
    assertThat(remove(of(early))).isEqualTo(REFUSED);

    assertThat(waiting()).isEqualTo(waiting);
    assertThat(view()).usingRecursiveComparison().isEqualTo(stored);
    pause();
    assertThat(resume(of(early))).isEqualTo(REFUSED);
    assertThat(view().paused()).isTrue();
    assertThat(waiting()).isEmpty();
  }

  @Test
  void aVersionOfADefinitionThatDoesNotExistIsChangedMeanwhile() {
    OptionalLong version = OptionalLong.of(1);

    assertThat(change(HOURLY.onlyOf(1))).isEqualTo(REFUSED);
    assertThat(pause(version)).isEqualTo(REFUSED);
    assertThat(resume(version)).isEqualTo(REFUSED);
    assertThat(remove(version)).isEqualTo(REFUSED);
    assertThat(remove(OptionalLong.of(RecurringJob.ABSENT))).isEqualTo(RecurringResult.unknown());
    assertThat(pause(OptionalLong.of(RecurringJob.ABSENT))).isEqualTo(RecurringResult.unknown());
    assertThat(Answers.of(engine().queues())).isEmpty();

    long removed = put(HOURLY).version();
    remove();
    assertThat(change(DAILY.onlyOf(removed))).isEqualTo(REFUSED);
    assertThat(pause(OptionalLong.of(removed))).isEqualTo(REFUSED);
    assertThat(remove(OptionalLong.of(removed))).isEqualTo(REFUSED);
  }

  @Test
  void aDefinitionThatMustNotExistIsStoredOnce() {
    RecurringChange create = HOURLY.onlyOf(RecurringJob.ABSENT);
    RecurringJob.View stored = put(create);

    assertThat(change(DAILY.onlyOf(RecurringJob.ABSENT))).isEqualTo(REFUSED);
    assertThat(pause(OptionalLong.of(RecurringJob.ABSENT))).isEqualTo(REFUSED);
    assertThat(remove(OptionalLong.of(RecurringJob.ABSENT))).isEqualTo(REFUSED);

    remove();
    assertThat(put(create).version()).isGreaterThan(stored.version());
  }

  @Test
  void aDefinitionStoredAgainNeverHasAVersionThatItHad() {
    long first = put(HOURLY).version();
    long second = pause().version();
    remove();
    long third = put(HOURLY).version();
    remove();
    advance(Duration.ofDays(2));
    maintain();
    long fourth = put(HOURLY).version();
    Answers.of(engine().deleteQueue(queue.name()));
    advance(Duration.ofMillis(1));

    assertThat(List.of(first, second, third, fourth, put(HOURLY).version()))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void ofManyChangesOfOneVersionAtOnceOneIsMade() {
    long version = put(HOURLY).version();
    List<CompletionStage<RecurringResult>> changes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      RecurringChange change = RecurringChange.of(every(HOUR, MissedTicks.LATEST, "payload " + i));
      changes.add(engine().putRecurring(queue.name(), change.onlyOf(version)));
    }
    List<RecurringResult> results = changes.stream().map(Answers::of).toList();

    List<RecurringJob.View> made =
        results.stream().flatMap(result -> result.view().stream()).toList();
    assertThat(made).hasSize(1);
    assertThat(view()).usingRecursiveComparison().isEqualTo(made.get(0));
    assertThat(results).filteredOn(REFUSED::equals).hasSize(7);
  }

  @Test
  void aVersionThatNoDefinitionHasIsRefused() {
    assertThatThrownBy(() -> HOURLY.onlyOf(-1))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("version");
    assertThatThrownBy(() -> pause(OptionalLong.of(-1)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("version");
  }
}
