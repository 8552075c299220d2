package io.duetime.runtime.work;

import java.util.Collection;

/** Begins a worker's jobs in their order, a limited number at once. Thread safe. */
interface Starter {
  /** Adds a job after those that wait. */
  void add(Runnable job);

  /** Removes jobs that must not begin any more. */
  void forget(Collection<? extends Runnable> jobs);

  /** Notes that a job which had begun has ended. */
  void ended();

  /** Ends the worker's own threads when they have nothing to do. */
  void close();
}
