package io.duetime.engine.tck.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.duetime.Expiry;
import io.duetime.JobState;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.RetryPolicy;
import io.duetime.Schedule;
import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.Shift;
import io.duetime.engine.BulkChange.Times;
import io.duetime.engine.BulkChange.Times.Span;
import io.duetime.engine.BulkChange.UndoShift;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Contract;
import io.duetime.engine.tck.fixture.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Shifts: many jobs moved by a length of time, and taken back. */
public abstract class ShiftContract extends Contract {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  @Test
  void aShiftKeepsDistancesMovesEachJobOnceAndIsTakenBack() {
    long from = now() + DAY;
    int mails = 3_000;
    queue.schedule(
        IntStream.range(0, mails)
            .mapToObj(i -> Jobs.jobAt("m%04d".formatted(i), from + 2_399L * i).build())
            .toList());
    Selection morning = Selection.WAITING.between(from, from + 2 * HOUR);
    Map<String, Long> expected = dueTimes();
    expected.replaceAll((id, dueAt) -> dueAt + 2 * HOUR);
    long elsewhere = from + 5 * HOUR;
    Shift shift = shift("t", 2 * HOUR);
    advance(Duration.ofMillis(5));

    repeatingSteps(
        morning,
        shift,
        step -> {
          if (step == 2) {
            queue.reschedule("m0001", DueTime.at(from));
            queue.reschedule("m2500", DueTime.at(from + 2 * HOUR - 1));
          }
        });

    expected.put("m0001", from);
    expected.put("m2500", from + 2 * HOUR - 1);
    assertThat(dueTimes()).isEqualTo(expected);
    assertThat(queue.list(Selection.WAITING))
        .allMatch(job -> job.times().firstDueAt() == job.times().dueAt());

    queue.reschedule("m2999", DueTime.at(elsewhere));
    repeatingSteps(Selection.WAITING, new UndoShift("t"), step -> {});

    expected.replaceAll((id, dueAt) -> dueAt - 2 * HOUR);
    expected.put("m0001", from);
    expected.put("m2500", from + 2 * HOUR - 1);
    expected.put("m2999", elsewhere);
    assertThat(dueTimes()).isEqualTo(expected);
    assertThat(queue.change(Selection.WAITING, new UndoShift("t"))).isZero();
  }

  @Test
  void aShiftIsTakenBackAfterTheStoreWasReopened() {
    assumeTrue(engine().capabilities().durable(), "the store keeps nothing");
    delayed(10);
    Map<String, Long> before = dueTimes();
    queue.change(Selection.WAITING, shift("t", -1_000));

    store.reopen();

    assertThat(queue.change(Selection.WAITING, new UndoShift("t"))).isEqualTo(10);
    assertThat(dueTimes()).isEqualTo(before);
  }

  @Test
  void jobsThatWereMovedAheadOfTheCursorArePassedOver() {
    delayed(100);

    List<BulkChange.Step> steps =
        queue.changeInSteps(Selection.WAITING, shift("t", MINUTE), 7, () -> {});

    assertThat(steps.stream().mapToInt(BulkChange.Step::examined).sum()).isEqualTo(100);
    assertThat(steps.stream().mapToInt(BulkChange.Step::changed).sum()).isEqualTo(100);
  }

  @Test
  void shiftsByTagAndByIdAndToEarlierAreTakenBackToo() {
    long now = now();
    for (String id : List.of("a", "b", "c")) {
      queue.schedule(Jobs.jobAt(id, now + HOUR).tags(id.equals("c") ? List.of() : List.of("x")));
    }
    assertThat(queue.change(Selection.WAITING.tagged("x"), shift("t", -MINUTE))).isEqualTo(2);
    Selection named = Selection.WAITING.among(List.of("b", "c"));
    assertThat(queue.change(named, shift("u", -MINUTE))).isEqualTo(2);
    assertThat(dueTimes())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("a", now + 59 * MINUTE, "b", now + 58 * MINUTE, "c", now + 59 * MINUTE));

    assertThat(queue.change(Selection.WAITING, new UndoShift("t"))).isEqualTo(1);
    assertThat(queue.change(named, new UndoShift("u"))).isEqualTo(2);

    assertThat(dueTimes())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("a", now + HOUR, "b", now + 59 * MINUTE, "c", now + HOUR));
  }

  @Test
  void aDryRunTellsWhatTheShiftThenDoes() {
    queue.configure(settings -> settings.maxAhead(Duration.ofHours(2)));
    long now = now();
    Expiry.Action drop = Expiry.Action.DROP;
    queue.schedule(Jobs.jobAt("first", now + 31 * MINUTE));
    queue.schedule(Jobs.jobAt("last", now + HOUR));
    queue.schedule(Jobs.jobAt("soon", now + MINUTE));
    queue.schedule(Jobs.jobAt("ready", now - MINUTE));
    queue.schedule(
        Jobs.jobAt("expires", now + HOUR)
            .expiry(new Expiry.At(Instant.ofEpochMilli(now + 80 * MINUTE), drop)));
    queue.schedule(
        Jobs.jobAt("follows", now + HOUR).expiry(new Expiry.After(Duration.ofMinutes(1), drop)));
    queue.schedule(Jobs.jobAt("far", now + 110 * MINUTE));
    Map<String, Long> before = dueTimes();

    BulkChange.Step earlier = once(new BulkChange.Count(shift("e", -30 * MINUTE)));
    BulkChange.Step later = once(new BulkChange.Count(shift("l", 30 * MINUTE)));

    assertThat(earlier)
        .isEqualTo(
            new BulkChange.Step(
                7,
                5,
                2,
                null,
                new Times(
                    new Span(now + 31 * MINUTE, now + 110 * MINUTE),
                    new Span(now + MINUTE, now + 80 * MINUTE),
                    1)));
    assertThat(later.times())
        .isEqualTo(
            new Times(
                new Span(now - MINUTE, now + HOUR),
                new Span(now + 29 * MINUTE, now + 90 * MINUTE),
                0));
    assertThat(later.refused()).isEqualTo(2);
    assertThat(dueTimes()).isEqualTo(before);

    assertThat(once(shift("l", 30 * MINUTE))).isEqualTo(later);

    assertThat(due("far")).isEqualTo(now + 110 * MINUTE);
    assertThat(due("expires")).isEqualTo(now + HOUR);
    assertThat(due("follows")).isEqualTo(now + 90 * MINUTE);
    assertThat(due("ready")).isEqualTo(now + 29 * MINUTE);
    assertThat(queue.state("ready")).isEqualTo(JobState.DELAYED);
    BulkChange.Step back = once(new BulkChange.Count(new UndoShift("l")));
    assertThat(back.changed()).isEqualTo(5);
    assertThat(once(new UndoShift("l"))).isEqualTo(back);
    assertThat(dueTimes()).isEqualTo(before);
    assertThat(queue.run(10)).containsExactly("ready");
  }

  @Test
  void aJobThatWouldExpireIsNotTakenBack() {
    queue.schedule(
        Jobs.job("a", Duration.ofSeconds(5))
            .expiry(new Expiry.After(Duration.ofSeconds(1), Expiry.Action.DROP)));
    queue.schedule(Jobs.job("b", Duration.ofSeconds(5)));
    long due = due("b");
    queue.change(Selection.WAITING, shift("t", HOUR));
    advance(Duration.ofSeconds(6));

    assertThat(once(new UndoShift("t")).refused()).isEqualTo(1);

    assertThat(due("a")).isEqualTo(due + HOUR);
    assertThat(due("b")).isEqualTo(due);
    assertThat(queue.run(10)).containsExactly("b");
  }

  @Test
  void attemptsAndFailuresStayAndTheFirstDueTimeMovesToo() {
    ClaimedJob job = queue.begin(Jobs.job("a").retry(RetryPolicy.DEFAULT));
    queue.retry(job, Duration.ofHours(1));
    JobView before = queue.get("a");

    queue.change(Selection.WAITING, shift("t", HOUR));

    JobView after = queue.get("a");
    assertThat(after.times().dueAt()).isEqualTo(before.times().dueAt() + HOUR);
    assertThat(after.times().firstDueAt()).isEqualTo(before.times().firstDueAt() + HOUR);
    assertThat(after.traits()).isEqualTo(before.traits());
    assertThat(after.history()).isEqualTo(before.history());
    queue.change(Selection.WAITING, new UndoShift("t"));
    assertThat(queue.get("a").times()).isEqualTo(before.times());
  }

  @Test
  void theAnchorOfADebounceMovesAlong() {
    OnConflict debounce = OnConflict.debounce(Duration.ofHours(2));
    queue.schedule(Jobs.job("a", Duration.ofHours(1)).onConflict(debounce));
    long anchor = due("a") - HOUR;
    queue.change(Selection.WAITING, shift("t", 3 * HOUR));

    queue.schedule(Jobs.job("a", Duration.ofHours(9)).onConflict(debounce));

    assertThat(due("a")).isEqualTo(anchor + 5 * HOUR);
    assertThat(queue.change(Selection.WAITING, new UndoShift("t"))).isZero();
    assertThat(queue.change(Selection.WAITING, shift("u", MINUTE))).isEqualTo(1);
    assertThat(due("a")).isEqualTo(anchor + 5 * HOUR + MINUTE);
  }

  @Test
  void whatWasMadeOrMovedSinceTheShiftBeganIsPassedOver() {
    for (String id : List.of("same", "moved", "replaced", "debounced", "shifted", "retried")) {
      queue.schedule(Jobs.job(id, Duration.ofHours(1)));
    }
    queue.schedule(Jobs.job("released", Duration.ofHours(1)));
    queue.schedule(Jobs.job("claimed before", Duration.ofHours(1)));
    ClaimedJob claimed = queue.claimById("claimed before").get(0);
    advance(Duration.ofMillis(5));
    Shift shift = shift("t", HOUR);
    advance(Duration.ofMillis(5));
    queue.release(claimed, Duration.ofHours(2));
    OnConflict debounce = OnConflict.debounce(Duration.ofHours(9));
    queue.reschedule("moved", DueTime.after(2 * HOUR));
    queue.schedule(Jobs.job("replaced", Duration.ofHours(2)).onConflict(OnConflict.REPLACE));
    queue.schedule(Jobs.job("debounced", Duration.ofHours(2)).onConflict(debounce));
    queue.schedule(Jobs.job("new", Duration.ofHours(2)));
    queue.change(Selection.WAITING.among(List.of("shifted")), shift("other", HOUR));
    queue.retry(queue.claimById("retried").get(0), Duration.ofHours(2));
    queue.release(queue.claimById("released").get(0), Duration.ofHours(2));
    Map<String, Long> expected = dueTimes();
    expected.merge("same", HOUR, Long::sum);

    assertThat(once(shift).examined()).isEqualTo(1);

    assertThat(dueTimes()).isEqualTo(expected);
  }

  @Test
  void whatMovesOrReplacesAJobTakesItOutOfItsShift() {
    List<String> ids =
        List.of(
            "same", "given-back", "moved", "as-before", "replaced", "retried", "snoozed", "again");
    for (String id : ids) {
      queue.schedule(Jobs.job(id, Duration.ofHours(1)));
    }
    Shift shift = shift("t", HOUR);
    queue.change(Selection.WAITING, shift);
    advance(Duration.ofMillis(5));
    queue.release(queue.claimById("given-back").get(0));
    queue.reschedule("moved", DueTime.after(3 * HOUR));
    queue.reschedule("as-before", DueTime.at(due("as-before")));
    queue.schedule(Jobs.job("replaced", Duration.ofHours(3)).onConflict(OnConflict.REPLACE));
    queue.retry(queue.claimById("retried").get(0), Duration.ofHours(3));
    queue.release(queue.claimById("snoozed").get(0), Duration.ofHours(3));
    queue.change(Selection.WAITING.among(List.of("again")), shift("u", HOUR));
    Map<String, Long> expected = dueTimes();

    assertThat(queue.change(Selection.WAITING, shift)).isZero();
    assertThat(dueTimes()).isEqualTo(expected);

    assertThat(queue.change(Selection.WAITING, new UndoShift("t"))).isEqualTo(2);
    expected.merge("same", -HOUR, Long::sum);
    expected.merge("given-back", -HOUR, Long::sum);
    assertThat(dueTimes()).isEqualTo(expected);
  }

  @Test
  void aShiftThatRunsMovesNoJobThatWasTakenBackMeanwhile() {
    delayed(10);
    Map<String, Long> before = dueTimes();
    Shift shift = shift("t", HOUR);
    Shift other = shift("u", MINUTE);
    advance(Duration.ofMillis(5));
    queue.change(Selection.WAITING, shift);
    queue.change(Selection.WAITING, new UndoShift("t"));
    assertThat(queue.change(Selection.WAITING, other)).isZero();
    assertThat(dueTimes()).isEqualTo(before);
    assertThat(queue.change(Selection.WAITING, shift("v", MINUTE))).isEqualTo(10);
  }

  @Test
  void aShiftedTickIsNeverMissed() {
    RecurringJob recurring =
        new RecurringJob(
            "r",
            Schedule.every(Duration.ofSeconds(2)),
            Jobs.job("template").build(),
            MissedTicks.LATEST);
    queue.put(recurring);
    maintain();
    String first = queue.ids(Selection.WAITING).get(0);
    long tick = due(first);
    queue.change(Selection.WAITING, shift("t", -500));
    assertThat(due(first)).isEqualTo(tick - 500);
    advanceTo(tick + 4_500);
    maintain();

    assertThat(queue.run(10)).contains(first);
  }

  @Test
  void aShiftCanSpreadItsJobs() {
    delayed(100);
    Map<String, Long> before = dueTimes();
    Shift spread = new Shift("t", HOUR, MINUTE, now());

    BulkChange.Step step = once(new BulkChange.Count(spread));
    assertThat(once(spread)).isEqualTo(step);

    Map<String, Long> after = dueTimes();
    Map<String, Long> late = new TreeMap<>(after);
    before.forEach((id, dueAt) -> late.merge(id, -dueAt - HOUR, Long::sum));
    assertThat(late.values()).hasSize(100).allMatch(millis -> millis >= 0 && millis < MINUTE);
    assertThat(late.values().stream().distinct()).hasSizeGreaterThan(80);
    assertThat(step.times()).isEqualTo(new Times(span(before), span(after), 0));
    queue.change(Selection.WAITING, new UndoShift("t"));
    assertThat(dueTimes()).isEqualTo(before);
  }

  @Test
  void runningAndDeadJobsAreNotShifted() {
    queue.bury(queue.begin(Jobs.job("dead")));
    queue.begin(Jobs.job("running"));

    assertThat(once(shift("t", HOUR)).examined()).isZero();
    assertThat(queue.change(Selection.WAITING, new UndoShift("unknown"))).isZero();
  }

  /** Makes each step twice, as if the answer to the first had been lost. */
  private void repeatingSteps(Selection selection, BulkChange change, IntConsumer between) {
    String cursor = null;
    int step = 0;
    do {
      step(selection, change, cursor);
      cursor = step(selection, change, cursor);
      between.accept(step++);
    } while (cursor != null);
  }

  private @Nullable String step(Selection selection, BulkChange change, @Nullable String cursor) {
    return Answers.of(engine().change(queue.name(), selection, change, cursor, 400)).cursor();
  }

  private BulkChange.Step once(BulkChange change) {
    List<BulkChange.Step> steps = queue.changeInSteps(Selection.WAITING, change, 1_000, () -> {});
    int examined = steps.stream().mapToInt(BulkChange.Step::examined).sum();
    int changed = steps.stream().mapToInt(BulkChange.Step::changed).sum();
    int refused = steps.stream().mapToInt(BulkChange.Step::refused).sum();
    Times times = steps.stream().map(BulkChange.Step::times).reduce(null, Times::sum);
    return new BulkChange.Step(examined, changed, refused, null, times);
  }

  private Shift shift(String task, long by) {
    return new Shift(task, by, 0, now());
  }

  private void delayed(int count) {
    queue.schedule(
        IntStream.rangeClosed(1, count)
            .<JobSpec>mapToObj(i -> Jobs.job("j" + i, Duration.ofSeconds(i * 10L)).build())
            .toList());
  }

  private static Span span(Map<String, Long> dueTimes) {
    return new Span(Collections.min(dueTimes.values()), Collections.max(dueTimes.values()));
  }

  private long due(String id) {
    return queue.get(id).times().dueAt();
  }

  private Map<String, Long> dueTimes() {
    Map<String, Long> times = new TreeMap<>();
    queue.list(Selection.WAITING).forEach(job -> times.put(job.id(), job.times().dueAt()));
    return times;
  }
}
