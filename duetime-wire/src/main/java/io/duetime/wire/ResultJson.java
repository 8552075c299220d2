package io.duetime.wire;

import static io.duetime.wire.Values.COUNT;
import static io.duetime.wire.Values.INSTANT;
import static io.duetime.wire.Values.TEXT;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.DuetimeException;
import io.duetime.Durability;
import io.duetime.Durability.Fsynced;
import io.duetime.ErrorCode;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.RetryableException;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.UpdateOutcome;
import io.duetime.Updated;
import io.duetime.engine.BulkChange;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.engine.BulkChange.Times;
import io.duetime.engine.BulkChange.Times.Span;
import io.duetime.wire.Members.Value;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes and reads the results of requests. */
public final class ResultJson {
  private static final Value<DuetimeException> PROBLEM =
      new Value<>(
          (out, refusal) -> Problem.of(refusal).brief().write(out),
          (fields, name) -> Problem.read(fields.need(name, Fields::object)).exception());
  private static final Value<Durability.Reached> REACHED = Values.object(ResultJson::reached);
  private static final Value<Span> SPAN = Values.object(ResultJson::span);

  private ResultJson() {}

  /** A batch: {@code {"results":[…]}}. */
  public static JsonShape batch(List<JsonShape> results) {
    return JsonShape.object("results", JsonShape.array(results));
  }

  /** One scheduled job. */
  public static JsonShape of(Scheduled result) {
    return Members.shape(result, ResultJson::scheduled);
  }

  /** One scheduled line of a stream. */
  public static JsonShape line(long line, Scheduled result) {
    return JsonShape.object(out -> {
      out.writeNumberProperty("line", line);
      Members.inside(result, ResultJson::scheduled).write(out);
    });
  }

  /** An invalid item of a batch. */
  public static JsonShape refused(@Nullable String id, Problem why) {
    return JsonShape.object(out -> refused(out, "id", id, why));
  }

  /** An invalid line of a stream. */
  public static JsonShape refusedLine(long line, @Nullable String id, Problem why) {
    return JsonShape.object(out -> {
      out.writeNumberProperty("line", line);
      refused(out, "id", id, why);
    });
  }

  /** An invalid lease. */
  public static JsonShape refusedLease(String lease, Problem why) {
    return JsonShape.object(out -> refused(out, "lease", lease, why));
  }

  private static void refused(JsonGenerator out, String name, @Nullable String item, Problem why) {
    if (item != null) {
      out.writeStringProperty(name, item);
    }
    out.writeStringProperty("outcome", ScheduleOutcome.REFUSED.name());
    out.writeName("error");
    why.brief().write(out);
  }

  /** One scheduled job, or the refusal of one. */
  public static Scheduled scheduled(Members<Scheduled> m) {
    String id = m.or("id", TEXT, "", Scheduled::id);
    ScheduleOutcome outcome =
        m.need("outcome", Values.oneOf(ScheduleOutcome.class), Scheduled::outcome);
    DuetimeException refusal = m.optional("error", PROBLEM, Scheduled::refusal);
    return refusal != null
        ? Scheduled.refused(id, refusal)
        : new Scheduled(
            id,
            outcome,
            m.nullable("dueAt", INSTANT, Scheduled::dueAt),
            reached(m, Scheduled::durability),
            null);
  }

  /** One cancelled job. */
  public static Cancelled cancelled(Members<Cancelled> m) {
    return new Cancelled(
        m.need("id", TEXT, Cancelled::id),
        m.need("outcome", Values.oneOf(CancelOutcome.class), Cancelled::outcome),
        reached(
            m, result -> result.outcome() == CancelOutcome.UNKNOWN ? null : result.durability()),
        m.optional("error", PROBLEM, Cancelled::refusal));
  }

  /** One rescheduled job. */
  public static Rescheduled rescheduled(Members<Rescheduled> m) {
    return new Rescheduled(
        m.need("id", TEXT, Rescheduled::id),
        m.need("outcome", Values.oneOf(RescheduleOutcome.class), Rescheduled::outcome),
        m.optional("dueAt", INSTANT, result -> isDone(result) ? result.dueAt() : null),
        reached(m, result -> isDone(result) ? result.durability() : null),
        m.optional("error", PROBLEM, Rescheduled::refusal));
  }

  private static boolean isDone(Rescheduled result) {
    return result.outcome() == RescheduleOutcome.RESCHEDULED
        || result.outcome() == RescheduleOutcome.NOT_MET;
  }

  /** One updated job. */
  public static Updated updated(Members<Updated> m) {
    return new Updated(
        m.need("id", TEXT, Updated::id),
        m.need("outcome", Values.oneOf(UpdateOutcome.class), Updated::outcome),
        reached(
            m, result -> result.outcome() == UpdateOutcome.UPDATED ? result.durability() : null),
        m.optional("error", PROBLEM, Updated::refusal));
  }

  /** One settled lease. */
  public static JsonShape of(String lease, Settled result) {
    return JsonShape.object(out -> {
      out.writeStringProperty("lease", lease);
      Members.inside(result, ResultJson::settled).write(out);
    });
  }

  /** The result of a settlement. */
  public static Settled settled(Members<Settled> m) {
    SettleOutcome outcome = m.need("outcome", Values.oneOf(SettleOutcome.class), Settled::outcome);
    boolean extended = outcome == SettleOutcome.EXTENDED;
    return new Settled(
        outcome,
        m.optional(extended ? "leaseUntil" : "dueAt", INSTANT, Settled::until),
        extended && m.need("cancelRequested", Values.FLAG, Settled::cancelRequested),
        reached(m, result -> outcome == SettleOutcome.LEASE_LOST ? null : result.durability()));
  }

  /**
   * The sum of a bulk change.
   *
   * @param refused jobs that stay dead because the queue has no room
   */
  public static JsonShape changed(long examined, long changed, long refused, boolean dryRun) {
    return JsonShape.object(out -> {
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
  public static BulkChange.Step step(Members<BulkChange.Step> m) {
    return new BulkChange.Step(
        m.need("examined", COUNT, BulkChange.Step::examined),
        m.need("changed", COUNT, BulkChange.Step::changed),
        m.need("refused", COUNT, BulkChange.Step::refused),
        m.nullable("cursor", TEXT, BulkChange.Step::cursor),
        m.has("atOnce", step -> step.times() != null)
            ? times(m.part(BulkChange.Step::times))
            : null,
        m.has("redriven", step -> step.redriven() != null)
            ? redriven(m.part(BulkChange.Step::redriven))
            : null);
  }

  /** What was redriven for a task. */
  public static RedriveCounts redriven(Members<RedriveCounts> m) {
    return new RedriveCounts(
        m.need("redriven", Values.WHOLE, RedriveCounts::jobs),
        m.need("succeeded", Values.WHOLE, RedriveCounts::succeeded),
        m.need("failed", Values.WHOLE, RedriveCounts::failed));
  }

  /** The due times before and after of jobs that are shifted. */
  public static Times times(Members<Times> m) {
    return new Times(
        m.optional("before", SPAN, Times::before),
        m.optional("after", SPAN, Times::after),
        m.need("atOnce", Values.WHOLE, Times::atOnce));
  }

  private static Span span(Members<Span> m) {
    return new Span(
        m.need("from", Values.MOMENT, Span::fromMillis),
        m.need("to", Values.MOMENT, Span::toMillis));
  }

  private static <T> Durability.Reached reached(
      Members<T> m, Function<T, Durability.@Nullable Reached> of) {
    return Objects.requireNonNullElse(
        m.<Durability.Reached>optional("durability", REACHED, of), Durability.Reached.NOTHING);
  }

  /** Reads and writes {@code fsynced} as null where the store does not know. */
  private static Durability.Reached reached(Members<Durability.Reached> m) {
    Boolean fsynced = m.nullable("fsynced", Values.FLAG, ResultJson::isFsynced);
    int replicas = m.need("replicas", COUNT, Durability.Reached::replicas);
    Fsynced known = fsynced == null ? Fsynced.UNKNOWN : fsynced ? Fsynced.YES : Fsynced.NO;
    return new Durability.Reached(known, replicas);
  }

  private static @Nullable Boolean isFsynced(Durability.Reached reached) {
    return reached.fsynced() == Fsynced.UNKNOWN ? null : reached.fsynced() == Fsynced.YES;
  }
}
