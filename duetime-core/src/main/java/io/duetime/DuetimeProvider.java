package io.duetime;

/**
 * Opens stores for {@link Duetime#open}; found through {@link java.util.ServiceLoader}, so that
 * what callers type does not depend on how it is done. Not for callers.
 */
public interface DuetimeProvider {
  /** Opens a store. */
  Duetime open(DuetimeSettings settings);
}
