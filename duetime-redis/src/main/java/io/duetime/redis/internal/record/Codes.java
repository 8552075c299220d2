package io.duetime.redis.internal.record;

import io.duetime.MissedTicks;
import io.duetime.OnConflict.Rule;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.kernel.job.JobHead.Stage;
import java.util.List;

/**
 * The numbers of names in records. A number never changes its meaning.
 *
 * @param names the number of each is its place, from 1 on
 */
record Codes<T>(List<T> names) {
  static final Codes<Rule> RULES =
      new Codes<>(
          List.of(Rule.REJECT, Rule.KEEP, Rule.REPLACE, Rule.EARLIEST, Rule.LATEST, Rule.DEBOUNCE));
  static final Codes<Outcome> OUTCOMES =
      new Codes<>(List.of(Outcome.FAILED, Outcome.BURIED, Outcome.LEASE_LOST, Outcome.INTERRUPTED));
  static final Codes<ScheduleOutcome> ANSWERS =
      new Codes<>(
          List.of(ScheduleOutcome.CREATED, ScheduleOutcome.REPLACED, ScheduleOutcome.SUCCESSOR));
  static final Codes<Stage> STAGES =
      new Codes<>(List.of(Stage.WAITING, Stage.LEASED, Stage.DEAD, Stage.DONE, Stage.CANCELLED));
  static final Codes<MissedTicks> MISSED =
      new Codes<>(List.of(MissedTicks.LATEST, MissedTicks.ALL, MissedTicks.NONE));

  /** The number of a name; 0 if it has none. */
  int code(T name) {
    return names.indexOf(name) + 1;
  }

  T name(long code) {
    if (code < 1 || code > names.size()) {
      throw new DamagedRecordException(code + " is the number of none of " + names);
    }
    return names.get((int) code - 1);
  }
}
