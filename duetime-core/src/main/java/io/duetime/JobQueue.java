package io.duetime;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Schedules, runs and reads the jobs of one queue with one type of payload. Returned by {@link
 * Duetime#queue}; cheap and thread safe, needs no closing.
 *
 * @param <T> the payload
 */
public interface JobQueue<T> extends JobProducer<T>, JobConsumer<T> {
  /** The queue's name. */
  String name();

  /** Returns this queue with a default durability, for calls whose request names none. */
  JobQueue<T> withDurability(Durability durability);

  /**
   * Returns this queue for calls that take effect at once, also inside a transaction. A queue that
   * a framework provides may defer {@code schedule}, {@code reschedule} and {@code cancel} to the
   * commit of the surrounding transaction, and answers {@link ScheduleOutcome#DEFERRED} then. Any
   * other queue returns itself.
   */
  default JobQueue<T> immediately() {
    return this;
  }

  /** Finds a job; empty if the queue has never seen the id or has forgotten it. */
  Optional<StoredJob<T>> find(String id);

  /** As {@link #find}, without waiting. */
  CompletionStage<Optional<StoredJob<T>>> findAsync(String id);

  /** Explains why a job is not running, or that it is running. */
  Explanation explain(String id);

  /** As {@link #explain}, without waiting. */
  CompletionStage<Explanation> explainAsync(String id);

  /**
   * Explains many jobs, at most 10,000, one explanation per id, in order. The store is asked for
   * each id, at most 64 at a time, so the explanations are not of the same moment.
   *
   * @throws InvalidRequestException if one of the ids is invalid
   */
  List<Explanation> explainAll(Collection<String> ids);

  /** As {@link #explainAll}, without waiting. */
  CompletionStage<List<Explanation>> explainAllAsync(Collection<String> ids);

  /** Counts the jobs in each state. */
  Counts counts();

  /** As {@link #counts}, without waiting. */
  CompletionStage<Counts> countsAsync();

  /** Selects the jobs in some states, or in all states if none is given. */
  JobList<T> jobs(JobState... states);

  /** Selects the waiting jobs, delayed or ready, to list, count, cancel or reschedule them. */
  WaitingJobs<T> waiting();

  /** Selects the dead jobs, to list, count, redrive or purge them. */
  DeadJobs<T> dead();

  /**
   * Creates one job at every tick of a schedule, even when several processes make the same call.
   * Repeating the call with the same name replaces the definition; jobs that are already scheduled
   * stay.
   */
  default Recurring every(String name, Schedule schedule, T payload) {
    return recurring().put(RecurringRequest.builder(name, schedule, payload).build());
  }

  /** Creates one job at every multiple of an interval since the epoch. */
  default Recurring every(String name, Duration interval, T payload) {
    return every(name, Schedule.every(interval), payload);
  }

  /** Returns the recurring definitions of the queue. */
  RecurringJobs<T> recurring();

  /** Returns the administration of the queue: settings, pause, timeline, consumers. */
  QueueAdmin admin();
}
