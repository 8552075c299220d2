package io.duetime;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Runs a handler for the jobs of one queue until it is closed. Created by {@link JobQueue#worker};
 * thread safe.
 */
public interface Worker extends AutoCloseable {
  /** The worker's name, which its threads have and which operators see as the consumer. */
  String name();

  /** How many handlers are running. */
  int running();

  /**
   * The ids of the jobs whose handlers were abandoned ({@link WorkerSettings.Builder#abandonAfter})
   * and have not ended.
   */
  List<String> abandoned();

  /**
   * Whether abandoned handlers have all slots of the worker and all replacements, so that it claims
   * nothing until one of them ends. Usually only a restart of the process helps.
   */
  boolean isStuck();

  /**
   * Waits until the worker has been closed and its last handler has ended, except abandoned ones.
   */
  void awaitStopped();

  /**
   * As {@link #awaitStopped()}, for at most {@code limit}; answers whether the worker has stopped.
   */
  boolean awaitStopped(Duration limit);

  /**
   * Stops claiming, releases jobs that were not begun, and waits for running handlers up to the
   * close limit, then interrupts those that still run. The limit must be shorter than the grace
   * period of what stops the process.
   *
   * <p>The job of an interrupted handler is released as soon as the handler has ended: it keeps its
   * due time, and the attempt does not count, except after ten such interruptions in a row. A
   * handler that ignores the interrupt keeps its lease, which ends with the process and counts.
   *
   * <p>Returns when the jobs of all handlers have been settled in the store, at the latest two
   * seconds after the interrupt. A call from a handler does not wait. May be called twice.
   */
  @Override
  void close();

  /** As {@link #close}, without waiting. */
  CompletionStage<Void> closeAsync();
}
