package io.duetime.embedded.internal.record;

import io.duetime.Expiry;
import io.duetime.MissedTicks;
import io.duetime.OnConflict;
import io.duetime.Overlap;
import io.duetime.ScheduleOutcome;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.AttemptRecord;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.state.PastTable.PastSpan;
import java.util.List;

/**
 * The numbers under which the values of an enum are written, from 0 on in the order given here. New
 * values go to the end; none is ever moved.
 *
 * @param <E> the enum
 */
public final class Numbered<E extends Enum<E>> {
  public static final Numbered<Stage> STAGES =
      new Numbered<>(List.of(Stage.WAITING, Stage.LEASED, Stage.DEAD, Stage.DONE, Stage.CANCELLED));

  static final Numbered<ScheduleOutcome> OUTCOMES =
      new Numbered<>(
          List.of(
              ScheduleOutcome.CREATED,
              ScheduleOutcome.REPLACED,
              ScheduleOutcome.KEPT,
              ScheduleOutcome.REJECTED,
              ScheduleOutcome.SUCCESSOR,
              ScheduleOutcome.REFUSED,
              ScheduleOutcome.KEPT_RUNNING,
              ScheduleOutcome.DEFERRED));

  static final Numbered<AttemptRecord.Outcome> ENDINGS =
      new Numbered<>(
          List.of(
              AttemptRecord.Outcome.FAILED,
              AttemptRecord.Outcome.BURIED,
              AttemptRecord.Outcome.LEASE_LOST,
              AttemptRecord.Outcome.INTERRUPTED));

  static final Numbered<Expiry.Action> ACTIONS =
      new Numbered<>(List.of(Expiry.Action.BURY, Expiry.Action.DROP));

  static final Numbered<OnConflict.Rule> RULES =
      new Numbered<>(
          List.of(
              OnConflict.Rule.REJECT,
              OnConflict.Rule.KEEP,
              OnConflict.Rule.REPLACE,
              OnConflict.Rule.EARLIEST,
              OnConflict.Rule.LATEST,
              OnConflict.Rule.DEBOUNCE,
              OnConflict.Rule.KEEP_UNFINISHED));

  static final Numbered<MissedTicks> MISSED =
      new Numbered<>(List.of(MissedTicks.LATEST, MissedTicks.ALL, MissedTicks.NONE));

  static final Numbered<Overlap> OVERLAP =
      new Numbered<>(List.of(Overlap.ALLOW, Overlap.SKIP, Overlap.WAIT));

  static final Numbered<PastSpan.Unit> PAST_UNITS =
      new Numbered<>(List.of(PastSpan.Unit.MINUTE, PastSpan.Unit.HOUR));

  private final List<E> values;

  private Numbered(List<E> values) {
    Class<E> type = values.get(0).getDeclaringClass();
    if (values.size() != type.getEnumConstants().length) {
      throw new IllegalArgumentException("a value of " + type + " has no number");
    }
    this.values = values;
  }

  /** All values in the order of their numbers. */
  public List<E> values() {
    return values;
  }

  public int of(E value) {
    return values.indexOf(value);
  }

  /**
   * The value of a number.
   *
   * @throws UnreadableRecordException if there is none
   */
  public E value(int number) {
    if (number < 0 || number >= values.size()) {
      throw new UnreadableRecordException("no value of number " + number);
    }
    return values.get(number);
  }
}
