package io.duetime;

/**
 * Stable names of what can go wrong; the same in Java, HTTP, the command line and {@code
 * docs/errors.md}.
 */
public enum ErrorCode {
  /** A field has a value that is not allowed. Fix the request. */
  INVALID,
  /** The URI names no engine on the class path, or is malformed. Fix the request. */
  UNKNOWN_STORE,
  /**
   * The queue's quota is used up, or it lives in as many epochs as it may and was to begin another.
   * Retry later or raise the quota.
   */
  QUOTA_EXCEEDED,
  /** The engine does not offer what was asked. Fix the request. */
  UNSUPPORTED,
  /** The lease is over, or another claim has taken the job since. Give up this run. */
  LEASE_LOST,
  /**
   * The disk is below its low-space mark, or the store's memory is used up; scheduling is refused
   * until space returns. Retry later.
   */
  STORE_FULL,
  /** The store cannot be reached. Retry later. */
  STORE_UNAVAILABLE,
  /** This {@link Duetime} has been closed. Open the store again. */
  STORE_CLOSED,
  /** The store does not let us in, or not do this. Give up; check user, password, permissions. */
  STORE_REFUSED,
  /** Another process holds the folder. Close it first. */
  STORE_LOCKED,
  /**
   * The store's data is damaged or of an unknown version. Give up and look at the file, or the
   * queue and key, that the message names.
   */
  STORE_DAMAGED,
  /** A write or an fsync failed; the store has stopped. Give up, then reopen. */
  STORE_FAILED,
  /**
   * The calling thread was interrupted while it waited for jobs; none is kept from others. Claim
   * again, or end.
   */
  INTERRUPTED,
  /** The call was sent, and whether it took effect cannot be known. Look before repeating. */
  OUTCOME_UNKNOWN,
  /** A fault in this library. Report it. */
  INTERNAL
}
