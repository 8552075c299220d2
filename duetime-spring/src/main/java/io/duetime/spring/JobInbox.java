package io.duetime.spring;

import io.duetime.Job;

/**
 * Lets the effect of a handler in the application's database happen once, although a job may run
 * more than once. The run is noted in the transaction of the effect, so that both are committed or
 * neither is.
 *
 * <pre>{@code
 * @Transactional
 * @DuetimeListener(queue = "credits")
 * void credit(Payment payment, Job<Payment> job) {
 *   if (inbox.isFirst(job)) {
 *     accounts.credit(payment);
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface JobInbox {
  /**
   * Notes the run of a job, and returns whether its effect has to be done now: false if an earlier
   * run of the job has committed it.
   *
   * @throws IllegalStateException if there is no transaction of the inbox's database, or if a later
   *     job with this id has run already; the transaction must be rolled back then
   */
  boolean isFirst(Job<?> job);
}
