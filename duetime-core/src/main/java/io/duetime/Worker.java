package io.duetime;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Runs a handler for the jobs of one queue until it is closed. Created by {@link
 * JobConsumer#worker}; thread safe.
 */
public interface Worker extends AutoCloseable {
  /** The worker's name, which its threads have and which operators see as the consumer. */
  String name();

  /** How many handlers are running. */
  int running();

  /** Waits until the worker has been closed and its last handler has ended. */
  void awaitStopped();

  /**
   * As {@link #awaitStopped()}, for at most {@code limit}; answers whether the worker has stopped.
   */
  boolean awaitStopped(Duration limit);

  /**
   * Stops claiming, releases jobs that were not begun, and waits for running handlers up to the
   * close limit. Handlers that still run are then interrupted, and their jobs run again when their
   * leases end. A call from a handler does not wait. May be called twice.
   */
  @Override
  void close();

  /** As {@link #close}, without waiting. */
  CompletionStage<Void> closeAsync();
}
