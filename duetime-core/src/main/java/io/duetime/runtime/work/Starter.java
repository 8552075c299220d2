package io.duetime.runtime.work;

import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Begins a worker's jobs in their order, a limited number at once. Thread safe. */
abstract class Starter {
  /** The most jobs at once. */
  final int size;

  final HandlerPool pool;
  final Consumer<RejectedExecutionException> whenRefused;

  /** The jobs that have not begun. */
  final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  Starter(int size, HandlerPool pool, Consumer<RejectedExecutionException> whenRefused) {
    this.size = size;
    this.pool = pool;
    this.whenRefused = whenRefused;
  }

  /** Adds a job after those that wait. */
  final void add(Runnable job) {
    waiting.add(job);
    start();
  }

  /** Removes jobs that must not begin any more. */
  final void forget(Collection<? extends Runnable> jobs) {
    waiting.removeAll(Set.copyOf(jobs));
  }

  /** Ends the worker's own threads when they have nothing to do. */
  final void close() {
    pool.close();
  }

  /** Begins waiting jobs as far as that is allowed. */
  abstract void start();

  /** Notes that a job which had begun has ended. */
  abstract void ended();

  /** Begins further jobs in place of an abandoned one, which goes on. */
  abstract void replaced(Run<?> run);
}
