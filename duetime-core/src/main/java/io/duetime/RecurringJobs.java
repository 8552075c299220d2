package io.duetime;

import io.duetime.engine.RecurringJob;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The recurring definitions of a queue, kept in its store. Each tick makes exactly one job, one
 * tick ahead of its time, however many processes are open.
 *
 * @param <T> the payload
 */
public interface RecurringJobs<T> {
  /**
   * Stores a definition, in the place of one with the same name. What is already scheduled stays.
   */
  Recurring put(RecurringRequest<T> request);

  /** As {@link #put}, without waiting. */
  CompletionStage<Recurring> putAsync(RecurringRequest<T> request);

  /** All definitions, by name. */
  List<Recurring> list();

  /** As {@link #list}, without waiting. */
  CompletionStage<List<Recurring>> listAsync();

  /** One definition. */
  default Optional<Recurring> find(String name) {
    RecurringJob.checkedName(name);
    return list().stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /**
   * Leaves ticks out from now on; what is already scheduled stays. Answers whether there is one.
   */
  boolean pause(String name);

  /** As {@link #pause}, without waiting. */
  CompletionStage<Boolean> pauseAsync(String name);

  /** Goes on with the ticks; those missed are treated as the definition says. */
  boolean resume(String name);

  /** As {@link #resume}, without waiting. */
  CompletionStage<Boolean> resumeAsync(String name);

  /** Forgets a definition; what is already scheduled stays. Answers whether there was one. */
  boolean remove(String name);

  /** As {@link #remove}, without waiting. */
  CompletionStage<Boolean> removeAsync(String name);
}
