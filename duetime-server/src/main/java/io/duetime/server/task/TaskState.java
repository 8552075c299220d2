package io.duetime.server.task;

/** The states of a task. */
public enum TaskState {
  /** No server runs it yet. */
  WAITING,
  /** A server runs it, or another takes it over soon. */
  RUNNING,
  /** It has reached its end. */
  DONE,
  /** It was cancelled; what it had changed stays changed. */
  CANCELLED,
  /** The store has refused a step. */
  FAILED;

  /** Whether the task changes nothing any more. */
  public boolean isEnded() {
    return this == DONE || this == CANCELLED || this == FAILED;
  }
}
