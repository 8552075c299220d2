package io.duetime;

/**
 * The answer to a request to change the settings of a queue.
 *
 * @param outcome what became of the request
 * @param settings the settings of the queue after the request, with their version: those of the
 *     request where they were stored, otherwise those that another caller has stored
 */
public record Configured(ConfigureOutcome outcome, QueueSettings settings) {
  /** Checks that both are given. */
  public Configured {
    Limits.given("outcome", outcome);
    Limits.given("settings", settings);
  }
}
