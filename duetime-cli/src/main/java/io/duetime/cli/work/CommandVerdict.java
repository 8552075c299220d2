package io.duetime.cli.work;

/** How to settle a job after its command. */
sealed interface CommandVerdict {
  /** Acknowledge it. */
  record Done() implements CommandVerdict {}

  /** Retry it by its policy. */
  record Failed(String reason) implements CommandVerdict {}

  /** Bury it. */
  record Hopeless(String reason) implements CommandVerdict {}

  /** Release it: the worker stops, and has killed the command. */
  record Interrupted(String reason) implements CommandVerdict {}

  /** Do not settle it: its lease was lost, and another worker may have it. */
  record Lost() implements CommandVerdict {}
}
