package io.duetime.server.json;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.BulkChange;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes the results of requests. */
public final class ResultShape {
  private ResultShape() {}

  /** A batch: {@code {"results":[…]}}. */
  public static JsonShape batch(List<JsonShape> results) {
    return JsonShape.object("results", JsonShape.array(results));
  }

  /** One scheduled job. */
  public static JsonShape scheduled(Scheduled result) {
    return object(out -> scheduled(out, result));
  }

  /** One scheduled line of a stream. */
  public static JsonShape scheduledLine(long line, Scheduled result) {
    return object(out -> {
      out.writeNumberProperty("line", line);
      scheduled(out, result);
    });
  }

  /** An invalid item of a batch. */
  public static JsonShape refused(@Nullable String id, Problem why) {
    return object(out -> refused(out, id, why));
  }

  /** An invalid line of a stream. */
  public static JsonShape refusedLine(long line, @Nullable String id, Problem why) {
    return object(out -> {
      out.writeNumberProperty("line", line);
      refused(out, id, why);
    });
  }

  /** One cancelled job. */
  public static JsonShape cancelled(Cancelled result) {
    return object(out -> {
      out.writeStringProperty("id", result.id());
      out.writeStringProperty("outcome", result.outcome().name());
      if (result.outcome() != CancelOutcome.UNKNOWN) {
        durability(out, result.durability());
      }
    });
  }

  /** One rescheduled job. */
  public static JsonShape rescheduled(Rescheduled result) {
    return object(out -> {
      out.writeStringProperty("id", result.id());
      out.writeStringProperty("outcome", result.outcome().name());
      if (result.outcome() == RescheduleOutcome.RESCHEDULED
          || result.outcome() == RescheduleOutcome.NOT_MET) {
        JsonShape.moment(out, "dueAt", result.dueAt());
        durability(out, result.durability());
      }
      error(out, result.refusal());
    });
  }

  /** One settled lease. */
  public static JsonShape settled(String lease, Settled result) {
    return object(out -> {
      out.writeStringProperty("lease", lease);
      out.writeStringProperty("outcome", result.outcome().name());
      switch (result.outcome()) {
        case EXTENDED -> {
          JsonShape.moment(out, "leaseUntil", result.until());
          out.writeBooleanProperty("cancelRequested", result.cancelRequested());
        }
        case RETRYING, RELEASED, SUCCEEDED -> JsonShape.moment(out, "dueAt", result.until());
        case ACKED, DEAD, CANCELLED, LEASE_LOST, REFUSED -> {}
      }
      if (result.outcome() != SettleOutcome.LEASE_LOST) {
        durability(out, result.durability());
      }
    });
  }

  /** An invalid lease. */
  public static JsonShape refusedLease(String lease, Problem why) {
    return object(out -> {
      out.writeStringProperty("lease", lease);
      out.writeStringProperty("outcome", ScheduleOutcome.REFUSED.name());
      out.writeName("error");
      why.brief().write(out);
    });
  }

  /**
   * The sum of a bulk change.
   *
   * @param refused jobs that stay dead because the queue has no room
   */
  public static JsonShape changed(long examined, long changed, long refused, boolean dryRun) {
    return object(out -> {
      out.writeNumberProperty("examined", examined);
      out.writeNumberProperty("changed", changed);
      out.writeBooleanProperty("dryRun", dryRun);
      if (refused > 0) {
        out.writeNumberProperty("refused", refused);
        out.writeName("error");
        Problem.of(noRoom()).brief().write(out);
      }
    });
  }

  /** The error of jobs that stay dead because their queue has no room. */
  public static RetryableException noRoom() {
    return new RetryableException(ErrorCode.QUOTA_EXCEEDED, "the queue has reached maxWaiting");
  }

  /** One step of a bulk change. */
  public static JsonShape step(BulkChange.Step step) {
    return object(out -> {
      out.writeNumberProperty("examined", step.examined());
      out.writeNumberProperty("changed", step.changed());
      out.writeNumberProperty("refused", step.refused());
      JsonShape.text(out, "cursor", step.cursor());
    });
  }

  private static JsonShape object(JsonShape members) {
    return out -> {
      out.writeStartObject();
      members.write(out);
      out.writeEndObject();
    };
  }

  private static void scheduled(JsonGenerator out, Scheduled result) {
    if (result.refusal() != null) {
      refused(out, result.id(), Problem.of(result.refusal()));
      return;
    }
    out.writeStringProperty("id", result.id());
    out.writeStringProperty("outcome", result.outcome().name());
    JsonShape.moment(out, "dueAt", result.dueAt());
    durability(out, result.durability());
  }

  private static void refused(JsonGenerator out, @Nullable String id, Problem why) {
    if (id != null) {
      out.writeStringProperty("id", id);
    }
    out.writeStringProperty("outcome", ScheduleOutcome.REFUSED.name());
    out.writeName("error");
    why.brief().write(out);
  }

  private static void error(JsonGenerator out, @Nullable DuetimeException refusal) {
    if (refusal != null) {
      out.writeName("error");
      Problem.of(refusal).brief().write(out);
    }
  }

  /** Writes {@code fsynced} as null where the store does not know. */
  private static void durability(JsonGenerator out, Durability.Reached reached) {
    out.writeName("durability");
    out.writeStartObject();
    switch (reached.fsynced()) {
      case YES -> out.writeBooleanProperty("fsynced", true);
      case NO -> out.writeBooleanProperty("fsynced", false);
      case UNKNOWN -> out.writeNullProperty("fsynced");
    }
    out.writeNumberProperty("replicas", reached.replicas());
    out.writeEndObject();
  }
}
