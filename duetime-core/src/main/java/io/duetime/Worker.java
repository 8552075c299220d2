package io.duetime;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Runs a handler for the jobs of one queue until it is closed. Made by {@link JobConsumer#worker};
 * thread safe.
 */
public interface Worker extends AutoCloseable {
  /** The worker's name, which its threads carry and which operators see as the holder. */
  String name();

  /** How many handlers run at this moment. */
  int running();

  /** Waits until the worker has been closed and its last handler has ended. */
  void awaitStopped();

  /** As {@link #awaitStopped()}, for a time at most; answers whether it has stopped. */
  boolean awaitStopped(Duration limit);

  /**
   * Takes no more, gives back what was not begun, and waits for running handlers up to the close
   * limit; those that still run then are interrupted, and their jobs run again when their leases
   * end. Called from a handler it does not wait. May be called twice.
   */
  @Override
  void close();

  /** As {@link #close}, without waiting. */
  CompletionStage<Void> closeAsync();
}
