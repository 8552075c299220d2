package io.duetime.server.cli.work;

/** What is to become of a job after its command. */
sealed interface CommandVerdict {
  /** It is done. */
  record Done() implements CommandVerdict {}

  /** It is to be tried again by its rule. */
  record Failed(String reason) implements CommandVerdict {}

  /** It is not to be tried again. */
  record Hopeless(String reason) implements CommandVerdict {}

  /** Somebody else may have it: its lease was lost while it ran. */
  record Lost() implements CommandVerdict {}
}
