package io.duetime;

/**
 * The answer to a change of settings.
 *
 * @param outcome whether the settings were stored
 * @param settings the settings that now apply, with their version: those of the request if they
 *     were stored, otherwise those of another caller
 */
public record Configured(ConfigureOutcome outcome, QueueSettings settings) {
  /** Checks that both are given. */
  public Configured {
    Limits.given("outcome", outcome);
    Limits.given("settings", settings);
  }
}
