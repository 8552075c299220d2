package io.duetime.engine;

import io.duetime.Limits;
import java.time.InstantSource;
import java.util.Map;

/**
 * What an engine is opened with.
 *
 * @param clock the clock of engines in this process; other engines use their server's
 * @param options options by name, in addition to those in the URI; each engine defines its own
 */
public record EngineContext(InstantSource clock, Map<String, String> options) {
  /** Checks that nothing is null. */
  public EngineContext {
    Limits.given("clock", clock);
    Limits.given("options", options);
  }
}
