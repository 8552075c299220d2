package io.duetime.engine.tck.fault;

/** What a {@link FaultyEngine} may do to a call. */
public enum Fault {
  /** Nothing is done; the call fails as unavailable. */
  UNAVAILABLE,
  /** Nothing is done; the call fails for good, as after a failed write. */
  STORE_FAILED,
  /** It is done, but the answer is lost: the outcome is unknown to the caller. */
  ANSWER_LOST,
  /** Nothing is done before the engine is healed; then the call goes on. */
  STALLED,
  /** It is done, and the answer comes when the engine is healed. */
  ANSWER_LATE
}
