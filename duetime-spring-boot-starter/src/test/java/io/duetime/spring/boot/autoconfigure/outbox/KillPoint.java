package io.duetime.spring.boot.autoconfigure.outbox;

/** Where a process is killed: every point between two steps of the outbox, and of the inbox. */
enum KillPoint {
  BEFORE_CALLS_ARE_INSERTED,
  BEFORE_COMMIT_OF_CALLS,
  AFTER_COMMIT_OF_CALLS,
  BEFORE_CALLS_ARE_TAKEN,
  BEFORE_FIRST_CALL_IS_SENT,
  BETWEEN_TWO_CALLS,
  BEFORE_ROWS_ARE_REMOVED,
  BEFORE_COMMIT_OF_REMOVAL,
  AFTER_COMMIT_OF_REMOVAL,
  BEFORE_RUN_IS_NOTED,
  BEFORE_EFFECT,
  BEFORE_COMMIT_OF_EFFECT,
  AFTER_COMMIT_OF_EFFECT,
  AFTER_ACK,
  NEVER;

  boolean isOfInbox() {
    return compareTo(BEFORE_RUN_IS_NOTED) >= 0 && this != NEVER;
  }
}
