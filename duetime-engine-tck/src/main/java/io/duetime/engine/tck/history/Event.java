package io.duetime.engine.tck.history;

import org.jspecify.annotations.Nullable;

/**
 * One call about one job, and its answer.
 *
 * @param kind what was asked
 * @param span when it was asked and answered
 * @param job which job
 * @param outcome what was answered: the name of the outcome, {@link #UNKNOWN} where no answer came,
 *     the state for {@link Kind#LEFT}
 * @param dueAtMillis the due time answered, or 0
 * @param lease the lease taken or settled, or null
 */
public record Event(
    Kind kind,
    Span span,
    JobKey job,
    String outcome,
    long dueAtMillis,
    @Nullable LeaseFacts lease) {
  /** The outcome of a call whose answer never came: it may or may not have been done. */
  public static final String UNKNOWN = "?";

  /** A message that does not say that another one may have arrived. */
  public static final String FIRST = "FIRST";

  /** A message that says so. */
  public static final String COPY = "COPY";

  /** The state of a dead job that does not say why. */
  public static final String UNEXPLAINED = "UNEXPLAINED";

  /** What was asked. */
  public enum Kind {
    SCHEDULE,
    CANCEL,
    RESCHEDULE,
    CLAIM,
    EXTEND,
    /** A settlement that ends the lease. */
    SETTLE,
    /** A cohort of jobs was shifted; the due time is the time by which. */
    SHIFT,
    /** A receiver got a message of a hand-over: {@link #FIRST} or {@link #COPY}. */
    PUBLISHED,
    /** The job was there when all was over. */
    LEFT
  }

  /**
   * When a call was made and answered, by the caller's clock.
   *
   * @param endMillis {@link Long#MAX_VALUE} where no answer came
   */
  public record Span(long startMillis, long endMillis) {
    /** By when it was over for a clock that is behind by up to so much. */
    long overBy(long skewMillis) {
      return endMillis > Long.MAX_VALUE - skewMillis ? Long.MAX_VALUE : endMillis + skewMillis;
    }
  }

  /** A job. */
  public record JobKey(String queue, String id) {
    @Override
    public String toString() {
      return queue + "/" + id;
    }
  }

  /**
   * A lease.
   *
   * @param shard the shard it came from
   * @param fence its number
   * @param nowMillis the store's clock when it was taken; 0 in settlements
   * @param untilMillis its end as answered by the claim or the extension; otherwise 0
   * @param ahead whether the claim took ahead or by id
   */
  public record LeaseFacts(
      String shard, long fence, long nowMillis, long untilMillis, boolean ahead) {}

  /** A call that has no answer yet. */
  public static Event asked(Kind kind, long startMillis, JobKey job, long dueAtMillis) {
    return new Event(kind, new Span(startMillis, Long.MAX_VALUE), job, UNKNOWN, dueAtMillis, null);
  }

  /** The same call with its answer. */
  public Event withAnswer(long endMillis, String answer) {
    Span whole = new Span(span.startMillis, endMillis);
    return new Event(kind, whole, job, answer, dueAtMillis, lease);
  }

  /** Whether no answer came. */
  public boolean isUnknown() {
    return outcome.equals(UNKNOWN);
  }

  /** Whether the outcome is one of some. */
  public boolean answered(String... outcomes) {
    for (String one : outcomes) {
      if (one.equals(outcome)) {
        return true;
      }
    }
    return false;
  }

  /** The lease of an event that has one. */
  public LeaseFacts held() {
    if (lease == null) {
      throw new IllegalStateException("no lease in " + this);
    }
    return lease;
  }
}
