package io.duetime.engine;

import io.duetime.Configured;
import io.duetime.QueueSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Queues as wholes: their list, settings, recurring jobs and numbers. */
public interface QueueControl {
  /** The names of all queues, ascending. */
  CompletionStage<List<String>> queues();

  /** The settings of a queue, with their version; the defaults for one that does not exist. */
  CompletionStage<QueueSettings> settings(String queue);

  /**
   * Changes the settings of a queue, making it when it does not exist. Settings with a version are
   * stored only if it is still that of the queue's settings; those without one in any case.
   */
  CompletionStage<Configured> configure(String queue, QueueSettings settings);

  /**
   * Forgets a queue and all its jobs, leased ones too, in bounded steps of work inside.
   *
   * @return whether there was one
   */
  CompletionStage<Boolean> deleteQueue(String queue);

  /**
   * Stores a recurring definition, making the queue when it does not exist. Storing what is stored
   * already changes nothing.
   */
  CompletionStage<RecurringJob.View> putRecurring(String queue, RecurringChange change);

  /** The recurring definitions of a queue, by name. */
  CompletionStage<List<RecurringJob.View>> recurring(String queue);

  /**
   * Leaves the ticks of a definition out from now on, and cancels the jobs that wait for ticks to
   * come.
   *
   * @return nothing where there is no such definition
   */
  CompletionStage<Optional<RecurringJob.View>> pauseRecurring(String queue, String name);

  /**
   * Goes on with the ticks of a definition; those missed are treated as it says.
   *
   * @return nothing where there is no such definition
   */
  CompletionStage<Optional<RecurringJob.View>> resumeRecurring(String queue, String name);

  /**
   * Forgets a recurring definition; what it has scheduled stays. For a day its ticks are known, so
   * that putting it again repeats none.
   *
   * @return what was removed, with the jobs that stay; nothing where there is no such definition
   */
  CompletionStage<Optional<RecurringJob.View>> removeRecurring(String queue, String name);

  /**
   * Sets numbers aside for a queue: {@code size} successive ones that no queue ever had, from 1 on
   * and below 2⁵³.
   *
   * @return the first of them
   */
  CompletionStage<Long> reserveNumbers(String queue, int size);

  /** The queue for which a number was set aside, if any. */
  CompletionStage<Optional<String>> queueOfNumber(long number);

  /** The largest number set aside so far, or nothing. */
  CompletionStage<OptionalLong> lastNumber();
}
