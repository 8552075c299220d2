package io.duetime.engine;

import io.duetime.Configured;
import io.duetime.Durability;
import io.duetime.Overlap;
import io.duetime.PendingTicks;
import io.duetime.QueueSettings;
import io.duetime.Scheduled;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Manages queues: their list, settings, recurring jobs and numbers. */
public interface QueueControl {
  /** Lists the names of all queues, ascending. */
  CompletionStage<List<String>> queues();

  /**
   * Reads the settings of a queue, with their version; of a queue that does not exist, the
   * defaults.
   */
  CompletionStage<QueueSettings> settings(String queue);

  /**
   * Stores the settings of a queue; creates the queue if it does not exist. Settings with a version
   * are stored only if the queue's settings still have this version; others always.
   */
  CompletionStage<Configured> configure(String queue, QueueSettings settings);

  /**
   * Tells which data the store has of a queue. An engine that loses no data of a queue while it is
   * open answers {@link Incarnation#LASTING}.
   */
  default CompletionStage<Incarnation> incarnation(String queue) {
    return CompletableFuture.completedStage(Incarnation.LASTING);
  }

  /**
   * Counts that the data of a queue was lost, once for each incarnation, and creates the queue
   * again if it does not exist.
   *
   * @param lost the number of the {@link Incarnation} that was lost; 0 if it is not known
   * @return whether the loss was not counted yet
   */
  default CompletionStage<Boolean> noteLoss(String queue, long lost) {
    return CompletableFuture.completedStage(false);
  }

  /**
   * Deletes a queue and all its jobs, also leased ones, in bounded steps.
   *
   * @return whether the queue existed
   */
  CompletionStage<Boolean> deleteQueue(String queue);

  /**
   * Deletes a queue if nothing would be lost but its counts and its past: it has no job in any
   * state, none that was set aside, no recurring definition, and its settings were never changed. A
   * definition that was removed counts as long as its ticks are known. Checks and deletes in one
   * step.
   *
   * @return whether it was deleted
   */
  CompletionStage<Boolean> deleteEmptyQueue(String queue);

  /**
   * Stores a recurring definition; creates the queue if it does not exist. Storing the same
   * definition again changes nothing. Another schedule or template withdraws the ticks that were
   * never begun, unless the change keeps them. A change that names a version is made only if the
   * stored definition has it.
   */
  CompletionStage<RecurringResult> putRecurring(String queue, RecurringChange change);

  /** Lists the recurring definitions of a queue, by name. */
  CompletionStage<List<RecurringJob.View>> recurring(String queue);

  /**
   * Pauses a definition and withdraws its ticks that were never begun.
   *
   * @param version the version that the definition must have; empty for any
   */
  CompletionStage<RecurringResult> pauseRecurring(String queue, String name, OptionalLong version);

  /**
   * Resumes a definition; its {@link io.duetime.MissedTicks} setting applies to the ticks missed.
   *
   * @param version the version that the definition must have; empty for any
   */
  CompletionStage<RecurringResult> resumeRecurring(String queue, String name, OptionalLong version);

  /**
   * Schedules one job of a recurring definition for now, even while it is paused. Its id is {@code
   * name@} and the store's now, so that two calls in the same millisecond create one job. No tick
   * moves. While an earlier job of the definition has begun and not ended, {@link Overlap#WAIT}
   * holds the job and {@link Overlap#SKIP} refuses it.
   *
   * @return empty if there is no such definition
   */
  CompletionStage<Optional<Scheduled>> runRecurring(
      String queue, String name, Durability durability);

  /**
   * Removes a recurring definition. Its ticks are remembered for a day, so that storing the
   * definition again repeats none.
   *
   * @param version the version that the definition must have; empty for any
   * @param pending what happens to its ticks that were never begun
   * @return what was removed, with the jobs that stay
   */
  CompletionStage<RecurringResult> removeRecurring(
      String queue, String name, OptionalLong version, PendingTicks pending);

  /**
   * Reserves {@code size} consecutive numbers for a queue, which no queue had before, from 1 to
   * below 2⁵³.
   *
   * @return the first number
   */
  CompletionStage<Long> reserveNumbers(String queue, int size);

  /** Finds the queue for which a number was reserved. */
  CompletionStage<Optional<String>> queueOfNumber(long number);
}
