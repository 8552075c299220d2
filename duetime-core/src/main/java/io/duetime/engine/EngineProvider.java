package io.duetime.engine;

import io.duetime.Limits;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

/** Opens one kind of engine by URI; found through {@link java.util.ServiceLoader}. */
public interface EngineProvider {
  /** The URI schemes it opens, such as {@code memory}. */
  Set<String> schemes();

  /**
   * Opens a store.
   *
   * @param uri has one of {@link #schemes()} before the first colon
   */
  Engine open(String uri, EngineContext context);

  /**
   * What an engine is opened with.
   *
   * @param clock the clock of engines in this process; other engines use their server's
   * @param options options by name, in addition to those in the URI; each engine defines its own
   */
  record EngineContext(InstantSource clock, Map<String, String> options) {
    /** Checks that nothing is null. */
    public EngineContext {
      Limits.given("clock", clock);
      Limits.given("options", options);
    }
  }
}
