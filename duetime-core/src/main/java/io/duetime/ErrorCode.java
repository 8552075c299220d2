package io.duetime;

/**
 * The stable codes of errors, the same in Java, HTTP, the command line and {@code docs/errors.md}.
 */
public enum ErrorCode {
  /** A field has a value that is not allowed. Fix the request. */
  INVALID,
  /** The URI is malformed, or no module on the class path knows its scheme. Fix the URI. */
  UNKNOWN_STORE,
  /**
   * The queue's quota is used up, or the queue has the most epochs of shards that it may have.
   * Retry later, or raise the quota.
   */
  QUOTA_EXCEEDED,
  /**
   * An earlier job of the recurring definition has begun and not ended, and the definition skips
   * runs that would overlap. Retry when that job has ended.
   */
  OVERLAP,
  /** The engine does not support the call. Fix the request, or use another engine. */
  UNSUPPORTED,
  /** The lease is over, or another claim has the job. Stop this run. */
  LEASE_LOST,
  /**
   * The disk is below its low-space mark, or the store's memory is used up. The store refuses new
   * jobs until space is available. Retry later.
   */
  STORE_FULL,
  /** The store cannot be reached. Retry later. */
  STORE_UNAVAILABLE,
  /** This {@link Duetime} has been closed. Open the store again. */
  STORE_CLOSED,
  /** The store refuses the user or the operation. Check user, password and permissions. */
  STORE_REFUSED,
  /** Another process has locked the folder. Stop that process first. */
  STORE_LOCKED,
  /**
   * The store's data is damaged or of an unknown version. The message names the file, or the queue
   * and key.
   */
  STORE_DAMAGED,
  /**
   * A write or an fsync failed, and the store has stopped. Find the cause, then open the store
   * again.
   */
  STORE_FAILED,
  /**
   * The calling thread was interrupted while it waited for jobs. No job stays claimed. Claim again,
   * or stop.
   */
  INTERRUPTED,
  /**
   * The call was sent, and it is unknown whether it took effect. Look at the job before repeating
   * it.
   */
  OUTCOME_UNKNOWN,
  /** A fault in this library. Report it. */
  INTERNAL
}
