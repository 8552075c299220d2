package io.duetime.engine.tck;

import io.duetime.engine.Engine;
import java.time.Duration;

/**
 * Opens an empty store for one test and moves its clock.
 *
 * <p>A new engine needs one class that implements this and one that extends {@link EngineContract}.
 * The clock begins at a moment of the fixture's choice after 2001 and stands still unless moved.
 */
public interface EngineFixture extends AutoCloseable {
  /** The engine now open; another one after reopening. */
  Engine engine();

  /** Moves the store's clock on. */
  void advance(Duration step);

  /** Whether stepping back is possible. */
  default boolean canStepBack() {
    return false;
  }

  /** Moves the store's clock back, as an operator or a time server would. */
  default void stepBack(Duration step) {
    throw new UnsupportedOperationException("this clock cannot step back by " + step);
  }

  /** Closes the engine of a durable store and opens it again over the same data. */
  default void reopen() {
    throw new UnsupportedOperationException("nothing is kept to open again");
  }

  /** Whether records can be damaged. */
  default boolean canDamage() {
    return false;
  }

  /** Makes the stored record of one job unreadable, behind the engine's back. */
  default void damage(String queue, String id) {
    throw new UnsupportedOperationException("no record to damage for " + id + " in " + queue);
  }

  /** Closes the engine and removes its data. */
  @Override
  void close();
}
