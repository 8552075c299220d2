package io.duetime;

/**
 * Opens stores for {@link Duetime#open}. Not for callers. Found through {@link
 * java.util.ServiceLoader}, so that the public interfaces do not depend on their implementation.
 */
public interface DuetimeProvider {
  /** Opens a store. */
  Duetime open(DuetimeSettings settings);
}
