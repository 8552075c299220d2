package io.duetime.server.beanstalkd;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Translates between jobs and the numbers by which the protocol knows them. */
interface JobNumbers {
  /**
   * A job by its queue and id.
   *
   * @param queue the name of its queue
   * @param id its id
   */
  record JobKey(String queue, String id) {}

  /** Finds the number of a job, and gives it one if it has none. */
  CompletableFuture<Long> numberOf(JobKey job);

  /** Finds the job that may have a number; empty if no job can have it. */
  CompletableFuture<Optional<JobKey>> jobOf(long number);
}
