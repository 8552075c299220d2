package io.duetime.engine;

import io.duetime.Limits;
import java.time.InstantSource;
import java.util.Map;

/**
 * What an engine is given to work with.
 *
 * @param clock the clock of engines that live in this process; others ask their server
 * @param options settings by name, besides those in the URI; which ones exist is the engine's to
 *     say
 */
public record EngineContext(InstantSource clock, Map<String, String> options) {
  /** Checks that nothing is missing. */
  public EngineContext {
    Limits.given("clock", clock);
    Limits.given("options", options);
  }
}
