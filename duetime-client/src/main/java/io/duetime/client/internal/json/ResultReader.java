package io.duetime.client.internal.json;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.BulkChange;
import java.time.Instant;

/** Reads the answers to the items of a batch. */
public final class ResultReader {
  private ResultReader() {}

  /** Reads the answer to a scheduled job. */
  public static Scheduled scheduled(JsonFields result) {
    String id = result.has("id") ? result.text("id") : "";
    if (result.has("error")) {
      return Scheduled.refused(id, ProblemReader.read(result.object("error")));
    }
    return new Scheduled(
        id,
        ScheduleOutcome.valueOf(result.text("outcome")),
        result.instant("dueAt"),
        ValueJson.reached(result),
        null);
  }

  /** Reads the answer to a cancelled job. */
  public static Cancelled cancelled(JsonFields result) {
    String id = result.text("id");
    return result.has("error")
        ? Cancelled.refused(id, ProblemReader.read(result.object("error")))
        : new Cancelled(
            id, CancelOutcome.valueOf(result.text("outcome")), ValueJson.reached(result), null);
  }

  /** Reads the answer to a rescheduled job. */
  public static Rescheduled rescheduled(JsonFields result) {
    String id = result.text("id");
    return result.has("error")
        ? Rescheduled.refused(id, ProblemReader.read(result.object("error")))
        : new Rescheduled(
            id,
            RescheduleOutcome.valueOf(result.text("outcome")),
            result.instantOrNull("dueAt"),
            ValueJson.reached(result),
            null);
  }

  /** Reads the answer to a settled lease. */
  public static Settled settled(JsonFields result) {
    Instant leaseUntil = result.instantOrNull("leaseUntil");
    return new Settled(
        SettleOutcome.valueOf(result.text("outcome")),
        leaseUntil == null ? result.instantOrNull("dueAt") : leaseUntil,
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
