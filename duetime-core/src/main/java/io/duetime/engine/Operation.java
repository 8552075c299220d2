package io.duetime.engine;

import java.util.Locale;

/** The calls of an engine that answer with a stage. */
public enum Operation {
  SCHEDULE(true),
  CANCEL(true),
  RESCHEDULE(true),
  UPDATE(true),
  CHANGE(true),
  CLAIM(false),
  CLAIM_BY_ID(false),
  SETTLE(true),
  SHARDS(false),
  FIND(false),
  EXPLAIN(false),
  LIST(false),
  COUNTS(false),
  TIMELINE(false),
  CONSUMERS(false),
  QUEUES(false),
  SETTINGS(false),
  CONFIGURE(true),
  INCARNATION(false),
  NOTE_LOSS(true),
  DELETE_QUEUE(true),
  DELETE_EMPTY_QUEUE(true),
  PUT_RECURRING(true),
  PAUSE_RECURRING(true),
  RESUME_RECURRING(true),
  RECURRING(false),
  REMOVE_RECURRING(true),
  RESERVE_NUMBERS(true),
  QUEUE_OF_NUMBER(false),
  DOCUMENT(false),
  DOCUMENTS(false),
  PUT_DOCUMENT(true),
  DELETE_DOCUMENT(true),
  AUDIT(true),
  AUDIT_ENTRIES(false),
  NOW(false),
  MAINTAIN(false),
  SELF_CHECK(false);

  private final boolean changes;
  private final String words;

  Operation(boolean changes) {
    this.changes = changes;
    this.words = name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * Whether a call without an answer may have changed what its caller asked about. A claim does not
   * count: its jobs come back.
   */
  public boolean changes() {
    return changes;
  }

  /** Returns the name of the call in messages. */
  public String words() {
    return words;
  }
}
