package io.duetime.redis.internal.record;

import io.duetime.InvalidRequestException;
import io.duetime.MissedTicks;
import io.duetime.OnConflict.Rule;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.AttemptRecord.Outcome;
import io.duetime.internal.kernel.job.JobHead.Stage;
import java.util.List;

/** The numbers of names in records. A number never changes its meaning. */
final class Codes {
  // The number of each is its place, from 1 on.
  private static final List<Rule> RULES =
      List.of(Rule.REJECT, Rule.KEEP, Rule.REPLACE, Rule.EARLIEST, Rule.LATEST, Rule.DEBOUNCE);
  private static final List<Outcome> OUTCOMES =
      List.of(Outcome.FAILED, Outcome.BURIED, Outcome.LEASE_LOST, Outcome.INTERRUPTED);
  private static final List<ScheduleOutcome> ANSWERS =
      List.of(ScheduleOutcome.CREATED, ScheduleOutcome.REPLACED, ScheduleOutcome.SUCCESSOR);
  private static final List<Stage> STAGES =
      List.of(Stage.WAITING, Stage.LEASED, Stage.DEAD, Stage.DONE, Stage.CANCELLED);
  private static final List<MissedTicks> WAYS =
      List.of(MissedTicks.LATEST, MissedTicks.ALL, MissedTicks.NONE);

  private Codes() {}

  static int rule(Rule rule) {
    return RULES.indexOf(rule) + 1;
  }

  static Rule rule(int code) {
    return of(RULES, code);
  }

  static Outcome outcome(int code) {
    return of(OUTCOMES, code);
  }

  static int outcome(Outcome outcome) {
    return OUTCOMES.indexOf(outcome) + 1;
  }

  static ScheduleOutcome answer(int code) {
    return of(ANSWERS, code);
  }

  static int answer(ScheduleOutcome outcome) {
    if (!ANSWERS.contains(outcome)) {
      throw new InvalidRequestException("answers", outcome, ANSWERS + ": others are not kept");
    }
    return ANSWERS.indexOf(outcome) + 1;
  }

  static int stage(Stage stage) {
    return STAGES.indexOf(stage) + 1;
  }

  static int missed(MissedTicks missed) {
    return WAYS.indexOf(missed) + 1;
  }

  static MissedTicks missed(int code) {
    return of(WAYS, code);
  }

  private static <T> T of(List<T> names, int code) {
    if (code < 1 || code > names.size()) {
      throw new DamagedRecordException(code + " is the number of none of " + names);
    }
    return names.get(code - 1);
  }
}
