package io.duetime.spring;

import java.util.Set;

/**
 * The handlers of this application, which run in this process only: a pause of the queue stops it
 * in all. A bean, unless {@code duetime.listener.enabled} is false. Thread safe.
 */
public interface DuetimeHandlers {
  /** The queues that have a handler here. */
  Set<String> queues();

  /**
   * Whether the handler of a queue runs.
   *
   * @throws IllegalArgumentException if the queue has no handler here
   */
  boolean isRunning(String queue);

  /**
   * Starts the handler of a queue, unless it runs.
   *
   * @throws IllegalArgumentException if the queue has no handler here
   * @throws IllegalStateException if the application is not ready yet, or stops
   */
  void start(String queue);

  /**
   * Stops the handler of a queue: it gets no more jobs, and those that it has end as when the
   * application stops. Waits for that.
   *
   * @throws IllegalArgumentException if the queue has no handler here
   */
  void stop(String queue);
}
