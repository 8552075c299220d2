package io.duetime;

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
   * Stores a definition, in the place of one with the same name. Storing the same one again changes
   * nothing. Jobs that wait for ticks to come stay as they are, unless the request asks to {@link
   * RecurringRequest#replacePending replace} them; the answer names those that are {@link
   * Recurring#pending pending}.
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
    Limits.recurringName(name);
    return list().stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /**
   * Leaves ticks out from now on, and cancels the jobs that wait for ticks to come. A tick that is
   * due already stays. Answers nothing for an unknown name.
   */
  Optional<Recurring> pause(String name);

  /** As {@link #pause}, without waiting. */
  CompletionStage<Optional<Recurring>> pauseAsync(String name);

  /**
   * Goes on with the ticks; those missed are treated as the definition says. Answers nothing for an
   * unknown name.
   */
  Optional<Recurring> resume(String name);

  /** As {@link #resume}, without waiting. */
  CompletionStage<Optional<Recurring>> resumeAsync(String name);

  /**
   * Runs a definition once now, also while it is paused: schedules a job {@code name@} the store's
   * now, which counts against the queue's quotas. Moves no tick. Answers nothing for an unknown
   * name.
   */
  Optional<Scheduled> runNow(String name);

  /** As {@link #runNow}, without waiting. */
  CompletionStage<Optional<Scheduled>> runNowAsync(String name);

  /**
   * Forgets a definition. What it has scheduled stays and is named by the answer ({@link
   * Recurring#pending}); cancel it by these ids. Putting the definition again within a day repeats
   * no tick. Answers nothing for an unknown name.
   */
  Optional<Recurring> remove(String name);

  /** As {@link #remove}, without waiting. */
  CompletionStage<Optional<Recurring>> removeAsync(String name);
}
