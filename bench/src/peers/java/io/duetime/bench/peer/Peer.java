package io.duetime.bench.peer;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A system that delays jobs, opened by one process. Thread-safe. */
public interface Peer extends AutoCloseable {
  /** What a system cannot do, and why. */
  final class UnsupportedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Explains the dash in the table. */
    public UnsupportedException(String reason) {
      super(reason);
    }
  }

  /** Schedules one job and waits until it is stored as durably as this system stores jobs. */
  void schedule(Job job) throws Exception;

  /** Schedules jobs by one call, or by one pipeline. */
  default void scheduleAll(List<Job> jobs) throws Exception {
    throw new UnsupportedException("no call for several jobs");
  }

  /**
   * Starts consumers, each of which hands over a due job and then acknowledges it, until the
   * process ends.
   */
  void consume(int consumers, Consumer<Job> handler) throws Exception;

  /** Cancels a job that waits; returns whether it did. */
  default boolean cancel(Job job) throws Exception {
    throw new UnsupportedException("no cancelling");
  }

  /** Moves a job that waits to another time; returns whether it did. */
  default boolean move(Job job, long dueMillis) throws Exception {
    throw new UnsupportedException("no moving: cancel and schedule again");
  }

  /** The finest step of its due times. */
  default long stepMillis() {
    return 1;
  }

  @Override
  void close() throws IOException;
}
