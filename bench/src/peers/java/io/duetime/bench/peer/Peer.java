package io.duetime.bench.peer;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * A system that delays jobs, opened by one process. A run asks for whole loads, so that the calls
 * are made and timed where the client of the system is: in this JVM, or in Node.
 */
public interface Peer {
  /** Whether several jobs are scheduled by one call, or by one pipeline. */
  boolean hasBatches();

  /**
   * Makes the calls of a plan, each of which waits until its jobs are stored as durably as this
   * system stores jobs. Returns how many jobs were scheduled.
   */
  long schedule(Plan plan) throws Exception;

  /** Starts consumers that run until the process ends; a job is acknowledged after its handler. */
  void consume(int consumers, Handler handler) throws Exception;

  /**
   * Makes calls of one kind one after the other, for some seconds at most. Jobs that are changed
   * are of plans with a number of jobs, as far apart as possible. Empty if the system has no such
   * call.
   */
  Optional<Calls> change(Kind kind) throws Exception;

  /** The processor time of the client so far. */
  double cpuSeconds();

  /** Handles a job that has come. */
  interface Handler {
    void handle(String id, long dueMillis, long lateMicros);
  }

  /** A call for one job beside others that wait. */
  enum Kind {
    SCHEDULE,
    MOVE,
    CANCEL
  }

  /** How long calls took, in their order, and how many of them changed nothing. */
  record Calls(LongStream micros, long failed) {}

  /**
   * Calls that schedule jobs.
   *
   * @param callers that each wait for the answer of a call before the next one
   * @param size jobs of a call
   * @param jobs after which the callers stop; 0 if only the time ends them
   * @param seconds after which the callers stop
   * @param perSecond jobs of all callers at a fixed rate; 0 for as many as possible
   */
  record Plan(int callers, int size, int jobs, double seconds, int perSecond, Dues dues) {}

  /** Due times at random between two, after a moment or, if that is 0, after each call. */
  record Dues(long atMillis, long fromMillis, long toMillis) {
    /** So far ahead that nothing becomes due in a run. */
    public static final Dues FAR =
        new Dues(0, TimeUnit.DAYS.toMillis(1), TimeUnit.DAYS.toMillis(2));

    /** Jobs that are due when they are scheduled. */
    public static final Dues NOW = new Dues(0, 0, 1);
  }
}
