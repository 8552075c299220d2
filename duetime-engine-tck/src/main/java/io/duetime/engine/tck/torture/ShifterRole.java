package io.duetime.engine.tck.torture;

import io.duetime.DuetimeException;
import io.duetime.engine.BulkChange;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Selection;
import io.duetime.engine.tck.fixture.Answers;
import io.duetime.engine.tck.fixture.Jobs;
import io.duetime.engine.tck.history.Event;
import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.history.ShiftRule;
import io.duetime.engine.tck.torture.TortureClient.Task;
import io.duetime.engine.tck.torture.process.Pause;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes cohorts of jobs that are due in days, and shifts each cohort by different times, step by
 * step. A shift that a killed process has not finished is begun from the start, under its name.
 */
final class ShifterRole {
  private static final int JOBS = 30;
  private static final int STEP = 7;
  private static final long FAR_MILLIS = 864_000_000;
  private static final long REST_MILLIS = 100;

  private final Engine engine;
  private final History history;
  private final Task task;
  private int cohorts;
  private @Nullable JobKey cohort;
  private int shifts;
  private @Nullable Event unfinished;

  ShifterRole(Engine engine, History history, Task task) {
    this.engine = engine;
    this.history = history;
    this.task = task;
    lastShiftBefore()
        .ifPresent(last -> {
          cohort = last.job();
          shifts = ShiftRule.number(last);
          unfinished = last;
        });
  }

  // Its own name ends with the number of its life; the files of earlier lives begin alike.
  private Optional<Event> lastShiftBefore() {
    String client = task.name().replaceFirst("-[0-9]+$", "-");
    return TortureClients.histories(task.folder()).stream()
        .filter(file -> file.getFileName().toString().startsWith(client))
        .flatMap(file -> History.read(List.of(file)).stream())
        .filter(event -> event.kind() == Kind.SHIFT)
        .max(
            Comparator.comparingLong((Event event) -> event.span().startMillis())
                .thenComparing(event -> !event.isUnknown()));
  }

  /** Makes a cohort, or shifts one once. */
  void step() {
    if (unfinished != null) {
      shift(unfinished);
      unfinished = null;
    } else if (cohort == null || shifts == ShiftRule.MOST) {
      cohort = null;
      JobKey made = new JobKey(TortureClients.SHIFT, task.name() + "." + ++cohorts);
      Answers.of(engine.schedule(made.queue(), jobs(made.id()), task.durability()));
      cohort = made;
      shifts = 0;
    } else {
      long by = ShiftRule.millis(shifts);
      shift(Event.asked(Kind.SHIFT, Answers.of(engine.nowMillis()), cohort, by));
      shifts++;
    }
    Pause.millis(REST_MILLIS);
  }

  private static List<JobSpec> jobs(String cohort) {
    return IntStream.range(0, JOBS)
        .mapToObj(i -> Jobs.job(ShiftRule.id(cohort, i), DueTime.after(FAR_MILLIS + i)))
        .map(job -> job.tags(List.of(cohort)).build())
        .toList();
  }

  private void shift(Event shift) {
    long number = history.begin(shift);
    String name = shift.job().id() + "-" + ShiftRule.number(shift);
    BulkChange change =
        new BulkChange.Shift(name, shift.dueAtMillis(), 0, shift.span().startMillis());
    Selection selection = Selection.WAITING.tagged(shift.job().id());
    String cursor = null;
    boolean more = true;
    while (more) {
      try {
        cursor =
            Answers.of(engine.change(shift.job().queue(), selection, change, cursor, STEP))
                .cursor();
        more = cursor != null;
      } catch (DuetimeException unsure) {
        // What a step has moved it does not move again.
        cursor = null;
        Pause.millis(REST_MILLIS);
      }
      Pause.millis(REST_MILLIS / 5);
    }
    history.end(number, shift.withAnswer(Answers.of(engine.nowMillis()), "DONE"));
  }
}
