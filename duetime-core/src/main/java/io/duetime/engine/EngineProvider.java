package io.duetime.engine;

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
}
