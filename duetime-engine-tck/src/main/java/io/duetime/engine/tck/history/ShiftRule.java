package io.duetime.engine.tck.history;

import io.duetime.engine.tck.history.Event.JobKey;
import io.duetime.engine.tck.history.Event.Kind;
import io.duetime.engine.tck.history.Violation.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A shift moves each of its jobs once, however often its steps are repeated.
 *
 * <p>The jobs of a cohort are shifted by the powers of three, in milliseconds, so that the time by
 * which a job was moved tells, digit by digit, how often each shift has moved it.
 */
public final class ShiftRule {
  /** How many shifts a cohort can have. */
  public static final int MOST = 14;

  private static final int BASE = 3;
  private static final String PART = "/";

  private ShiftRule() {}

  /** By how much a cohort's shift of this number, from 0 on, moves. */
  public static long millis(int number) {
    return Math.round(Math.pow(BASE, number));
  }

  /** The number of a {@link Kind#SHIFT}, from 1 on. */
  public static int number(Event shift) {
    int number = 1;
    for (long millis = shift.dueAtMillis(); millis > 1; millis /= BASE) {
      number++;
    }
    return number;
  }

  /** The id of a job of a cohort. */
  public static String id(String cohort, int number) {
    return cohort + PART + number;
  }

  static void check(Map<JobKey, JobHistory> jobs, Violation.Report report) {
    Map<JobKey, List<Event>> shifts =
        jobs.values().stream()
            .flatMap(job -> job.of(Kind.SHIFT))
            .collect(Collectors.groupingBy(Event::job));
    jobs.forEach((key, job) -> {
      int part = key.id().lastIndexOf(PART);
      JobKey cohort = new JobKey(key.queue(), part < 0 ? "" : key.id().substring(0, part));
      job.of(Kind.LEFT)
          .filter(left -> shifts.containsKey(cohort))
          .forEach(left -> {
            List<Event> made = new ArrayList<>(job.accepted());
            if (made.size() == 1) {
              long moved = left.dueAtMillis() - made.get(0).dueAtMillis();
              movedOnce(key, moved, shifts.getOrDefault(cohort, List.of()), report);
            }
          });
    });
  }

  private static void movedOnce(
      JobKey key, long moved, List<Event> shifts, Violation.Report report) {
    long left = moved;
    for (int i = 0; i < MOST; i++) {
      int number = i + 1;
      List<Event> tries = shifts.stream().filter(shift -> number(shift) == number).toList();
      boolean done = tries.stream().anyMatch(shift -> !shift.isUnknown());
      long times = i == MOST - 1 ? left : Math.floorMod(left, (long) BASE);
      boolean isFine = times == 1 ? !tries.isEmpty() : times == 0 && !done;
      if (!isFine) {
        report.add(
            Rule.SHIFTS_ONCE,
            key,
            "shift " + number + (done ? " (done)" : "") + " moved it " + times + " times");
        return;
      }
      left = Math.floorDiv(left, (long) BASE);
    }
  }
}
