package io.duetime;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * One queue of one type of work: puts jobs in, runs them, looks at them. Made by {@link
 * Duetime#queue}; cheap, thread safe, needs no closing.
 *
 * @param <T> the payload
 */
public interface JobQueue<T> extends JobProducer<T>, JobConsumer<T> {
  /** The queue's name. */
  String name();

  /** The same queue, its calls asking for a durability where the request names none. */
  JobQueue<T> withDurability(Durability durability);

  /** One job, or nothing when it was never seen or is forgotten. */
  Optional<StoredJob<T>> find(String id);

  /** As {@link #find}, without waiting. */
  CompletionStage<Optional<StoredJob<T>>> findAsync(String id);

  /** Why a job is not running, or that it is. */
  Explanation explain(String id);

  /** As {@link #explain}, without waiting. */
  CompletionStage<Explanation> explainAsync(String id);

  /**
   * Why each of many jobs, at most 10,000, is not running: one explanation an id, in order. The
   * store is asked for each by itself, at most 64 at a time, so the explanations are not of one
   * moment.
   *
   * @throws InvalidRequestException if one of the ids is invalid
   */
  List<Explanation> explainAll(Collection<String> ids);

  /** As {@link #explainAll}, without waiting. */
  CompletionStage<List<Explanation>> explainAllAsync(Collection<String> ids);

  /** How many jobs stand where. */
  Counts counts();

  /** As {@link #counts}, without waiting. */
  CompletionStage<Counts> countsAsync();

  /** Jobs in particular states, to be listed; in all states when none is named. */
  JobList<T> jobs(JobState... states);

  /** Jobs that wait, delayed or ready, to be listed, counted, cancelled, moved. */
  WaitingJobs<T> waiting();

  /** Dead jobs, to be listed, counted, redriven, purged. */
  DeadJobs<T> dead();

  /**
   * Makes a job at every tick of a schedule, each tick exactly once however many processes say so.
   * Saying it again under the same name replaces the definition; what is already scheduled stays.
   */
  default Recurring every(String name, Schedule schedule, T payload) {
    return recurring().put(RecurringRequest.builder(name, schedule, payload).build());
  }

  /** Makes a job at every multiple of an interval, counted from the epoch. */
  default Recurring every(String name, Duration interval, T payload) {
    return every(name, Schedule.every(interval), payload);
  }

  /** The recurring definitions of the queue. */
  RecurringJobs<T> recurring();

  /** The queue as a whole: settings, pause, timeline, consumers. */
  QueueAdmin admin();
}
