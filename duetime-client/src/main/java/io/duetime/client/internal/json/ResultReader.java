package io.duetime.client.internal.json;

import io.duetime.CancelOutcome;
import io.duetime.RescheduleOutcome;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleOutcome;
import io.duetime.engine.BulkChange;
import io.duetime.engine.CancelResult;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.SettleResult;

/** Reads the answers to the items of a batch. */
public final class ResultReader {
  private ResultReader() {}

  /** Reads the answer to a scheduled job. */
  public static ScheduleResult scheduled(JsonFields result) {
    String id = result.has("id") ? result.text("id") : "";
    if (result.has("error")) {
      return ScheduleResult.refused(id, ProblemReader.read(result.object("error")));
    }
    return new ScheduleResult(
        id,
        ScheduleOutcome.valueOf(result.text("outcome")),
        result.moment("dueAt"),
        ValueJson.reached(result),
        null);
  }

  /** Reads the answer to a cancelled job. */
  public static CancelResult cancelled(JsonFields result) {
    if (result.has("error")) {
      return CancelResult.refused(ProblemReader.read(result.object("error")));
    }
    return new CancelResult(
        CancelOutcome.valueOf(result.text("outcome")), ValueJson.reached(result));
  }

  /** Reads the answer to a rescheduled job. */
  public static RescheduleResult rescheduled(JsonFields result) {
    if (result.has("error")) {
      return RescheduleResult.refused(ProblemReader.read(result.object("error")));
    }
    return new RescheduleResult(
        RescheduleOutcome.valueOf(result.text("outcome")),
        result.momentOrZero("dueAt"),
        ValueJson.reached(result),
        null);
  }

  /** Reads the answer to a settled lease. */
  public static SettleResult settled(JsonFields result) {
    long until = Math.max(result.momentOrZero("leaseUntil"), result.momentOrZero("dueAt"));
    return new SettleResult(
        SettleOutcome.valueOf(result.text("outcome")),
        until,
        result.flag("cancelRequested"),
        ValueJson.reached(result));
  }

  /** Reads one step of a bulk change. */
  public static BulkChange.Step step(JsonFields step) {
    return new BulkChange.Step(
        step.count("examined"),
        step.count("changed"),
        step.count("refused"),
        step.textOrNull("cursor"));
  }
}
