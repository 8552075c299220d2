package io.duetime.server.task;

import io.duetime.engine.BulkChange;

/** The kinds of tasks. */
public enum TaskKind {
  CANCEL,
  RESCHEDULE,
  REDRIVE,
  PURGE;

  /** The kind of a change. */
  public static TaskKind of(BulkChange change) {
    if (change instanceof BulkChange.Cancel) {
      return CANCEL;
    }
    if (change instanceof BulkChange.Move) {
      return RESCHEDULE;
    }
    if (change instanceof BulkChange.Redrive) {
      return REDRIVE;
    }
    if (change instanceof BulkChange.Purge) {
      return PURGE;
    }
    throw new IllegalArgumentException(change + " is no change of a task");
  }
}
