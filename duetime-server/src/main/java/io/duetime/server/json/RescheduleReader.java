package io.duetime.server.json;

import io.duetime.InvalidRequestException;
import io.duetime.engine.Reschedule;
import java.time.Instant;
import java.util.List;

/** Reads the new due time of a waiting job, and the condition of the change. */
public final class RescheduleReader {
  /** The fields of a change. */
  public static final List<String> FIELDS = List.of("delay", "dueAt", "only", "ifDueAt");

  private enum Only {
    EARLIER,
    LATER
  }

  private RescheduleReader() {}

  /** Reads the change of one job; requires {@code delay} or {@code dueAt}. */
  public static Reschedule one(String id, Fields fields) {
    if (!fields.has("delay") && !fields.has("dueAt")) {
      throw new InvalidRequestException("delay", null, "delay or dueAt");
    }
    return new Reschedule(id, SpecReader.due(fields), condition(fields));
  }

  private static Reschedule.Condition condition(Fields fields) {
    Only only = fields.oneOf("only", Only.class);
    Instant ifDueAt = fields.instant("ifDueAt");
    if (only != null && ifDueAt != null) {
      throw new InvalidRequestException("only", only, "only without ifDueAt");
    }
    if (ifDueAt != null) {
      return new Reschedule.IfDueAt(TimeText.millis("ifDueAt", ifDueAt));
    }
    if (only == null) {
      return Reschedule.Condition.ALWAYS;
    }
    return only == Only.EARLIER
        ? Reschedule.Condition.ONLY_EARLIER
        : Reschedule.Condition.ONLY_LATER;
  }
}
