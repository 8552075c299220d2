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
import io.duetime.engine.tck.history.Event.Span;
import io.duetime.engine.tck.history.History;
import io.duetime.engine.tck.history.ShiftRule;
import io.duetime.engine.tck.torture.TortureClient.Task;
import io.duetime.engine.tck.torture.process.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
  private @Nullable String cohort;
  private int shifts;
  private int cohorts;
  private @Nullable Event unfinished;

  ShifterRole(Engine engine, History history, Task task) {
    this.engine = engine;
    this.history = history;
    this.task = task;
    readThoseBefore();
  }

  // Its own name ends with the number of its life; the files of earlier lives begin alike.
  private void readThoseBefore() {
    String client = task.name().replaceFirst("-[0-9]+$", "-");
    try (Stream<Path> files = Files.list(task.folder())) {
      files
          .filter(file -> file.getFileName().toString().startsWith(client))
          .flatMap(file -> History.read(List.of(file)).stream())
          .filter(event -> event.kind() == Kind.SHIFT)
          .max(
              Comparator.comparingLong((Event event) -> event.span().startMillis())
                  .thenComparing(event -> !event.isUnknown()))
          .ifPresent(last -> {
            cohort = last.job().id();
            shifts = ShiftRule.number(last);
            unfinished = last;
          });
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Makes a cohort, or shifts one once. */
  void step() {
    String queue = task.queueNames().get(0);
    Event again = unfinished;
    if (again != null) {
      shift(queue, again);
      unfinished = null;
    } else if (cohort == null || shifts == ShiftRule.MOST) {
      cohort = null;
      String name = task.name() + "." + ++cohorts;
      Answers.of(engine.schedule(queue, jobs(name), task.durability()));
      cohort = name;
      shifts = 0;
    } else {
      long now = TortureClient.now(engine);
      long by = ShiftRule.millis(shifts);
      shifts++;
      Span open = new Span(now, Long.MAX_VALUE);
      shift(queue, new Event(Kind.SHIFT, open, new JobKey(queue, cohort), Event.UNKNOWN, by, null));
    }
    Pause.millis(REST_MILLIS);
  }

  private static List<JobSpec> jobs(String name) {
    return IntStream.range(0, JOBS)
        .mapToObj(i -> Jobs.job(ShiftRule.id(name, i), DueTime.after(FAR_MILLIS + i)))
        .map(job -> job.tags(List.of(name)).build())
        .toList();
  }

  private void shift(String queue, Event shift) {
    long number = history.begin(shift);
    String name = shift.job().id() + "-" + ShiftRule.number(shift);
    BulkChange change =
        new BulkChange.Shift(name, shift.dueAtMillis(), 0, shift.span().startMillis());
    Selection selection = Selection.WAITING.tagged(shift.job().id());
    String cursor = null;
    boolean more = true;
    while (more) {
      try {
        cursor = Answers.of(engine.change(queue, selection, change, cursor, STEP)).cursor();
        more = cursor != null;
      } catch (DuetimeException unsure) {
        // What a step has moved it does not move again.
        cursor = null;
        Pause.millis(REST_MILLIS);
      }
      Pause.millis(REST_MILLIS / 5);
    }
    Span span = new Span(shift.span().startMillis(), TortureClient.now(engine));
    history.end(
        number, new Event(Kind.SHIFT, span, shift.job(), "DONE", shift.dueAtMillis(), null));
  }
}
