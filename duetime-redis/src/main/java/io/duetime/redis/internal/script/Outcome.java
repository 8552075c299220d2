package io.duetime.redis.internal.script;

/**
 * The outcomes that scripts answer: each is a constant of the same name in every script. The
 * numbers of outcomes of requests are stored with jobs, and never change.
 */
public enum Outcome {
  IS_UNKNOWN(0),
  CREATED(1),
  REPLACED(2),
  SUCCESSOR(3),
  KEPT(4),
  REJECTED(5),
  KEPT_RUNNING(6),
  /** The due time is too far ahead. */
  TOO_FAR(7),
  /** The queue has reached its limit of waiting jobs. */
  NO_ROOM(8),
  /** The shard is sealed and does not know the id. */
  ELSEWHERE(9),
  /** The job has ended and is on its way to the newest epoch. */
  LEAVING(10),
  RESCHEDULED(11),
  /** The job does not meet the condition. */
  NOT_MET(12),
  IS_CANCELLED(13),
  IS_RUNNING(14),
  IS_DONE(15),
  IS_DEAD(16),
  IS_LEASE_LOST(17),
  ACKED(18),
  RETRYING(19),
  /** Its successor has taken over. */
  SUCCEEDED(20),
  EXTENDED(21),
  /** Extended; the job was cancelled meanwhile. */
  EXTENDED_CANCELLED(22),
  RELEASED(23),
  UPDATED(24),
  /** The job would have too many tags. */
  TOO_MANY_TAGS(25),
  /** The new expiry has passed already. */
  TOO_LATE(26);

  private static final Outcome[] BY_CODE = values();

  private final int code;

  Outcome(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  public static Outcome of(long code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalStateException("no outcome of number " + code);
    }
    return BY_CODE[(int) code];
  }

  /** The constant of the same name in a public enum. */
  public <E extends Enum<E>> E as(Class<E> answers) {
    return Enum.valueOf(answers, name().startsWith("IS_") ? name().substring(3) : name());
  }
}
