package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Schedules jobs, and reschedules and cancels those that wait.
 *
 * <p>Every operation has a blocking form and, with {@code Async} at the end of its name, one that
 * returns a {@link CompletionStage}. Both fail with the same exceptions. Batches are answered item
 * by item, in order; a refused item does not affect the others.
 *
 * @param <T> the payload
 */
public interface JobProducer<T> {
  /**
   * Schedules a job with a generated id, due after a delay. The answer contains the id. Repeating
   * the call creates a second job.
   *
   * @param delay 0 to 100 years
   */
  default Scheduled schedule(T payload, Duration delay) {
    return schedule(JobRequest.builder(payload).delay(delay).build());
  }

  /** As {@link #schedule(Object, Duration)}, due at a moment, at most 100 years ahead. */
  default Scheduled schedule(T payload, Instant dueAt) {
    return schedule(JobRequest.builder(payload).dueAt(dueAt).build());
  }

  /**
   * Schedules a job with the caller's id, due after a delay. An existing job with this id is kept
   * ({@link OnConflict#KEEP}), even while it runs. To postpone it instead, use a {@link JobRequest}
   * with {@link OnConflict#REPLACE} or {@link OnConflict#debounce}.
   *
   * @param delay 0 to 100 years
   */
  default Scheduled schedule(String id, T payload, Duration delay) {
    return schedule(JobRequest.builder(payload).id(id).delay(delay).build());
  }

  /**
   * Schedules a job with the caller's id, due at a moment at most 100 years ahead. An existing job
   * with this id is kept, as by {@link #schedule(String, Object, Duration)}.
   */
  default Scheduled schedule(String id, T payload, Instant dueAt) {
    return schedule(JobRequest.builder(payload).id(id).dueAt(dueAt).build());
  }

  /**
   * Schedules a job.
   *
   * <p>If the answer is lost, the library repeats the request as long as the job cannot have run
   * yet. This creates no second job.
   *
   * <p>{@link JobRequest#onConflict} decides what happens if the queue already has the id. By
   * default the existing job is kept. A request that arrives while it runs is dropped and answered
   * {@link ScheduleOutcome#KEPT_RUNNING}.
   *
   * @throws InvalidRequestException if the request is invalid
   * @throws RetryableException if nothing was stored, and the call may succeed later
   * @throws OutcomeUnknownException if the request may or may not have been stored
   */
  Scheduled schedule(JobRequest<T> request);

  /** As {@link #schedule(Object, Duration)}, without waiting. */
  default CompletionStage<Scheduled> scheduleAsync(T payload, Duration delay) {
    return scheduleAsync(JobRequest.builder(payload).delay(delay).build());
  }

  /** As {@link #schedule(Object, Instant)}, without waiting. */
  default CompletionStage<Scheduled> scheduleAsync(T payload, Instant dueAt) {
    return scheduleAsync(JobRequest.builder(payload).dueAt(dueAt).build());
  }

  /** As {@link #schedule(String, Object, Duration)}, without waiting. */
  default CompletionStage<Scheduled> scheduleAsync(String id, T payload, Duration delay) {
    return scheduleAsync(JobRequest.builder(payload).id(id).delay(delay).build());
  }

  /** As {@link #schedule(String, Object, Instant)}, without waiting. */
  default CompletionStage<Scheduled> scheduleAsync(String id, T payload, Instant dueAt) {
    return scheduleAsync(JobRequest.builder(payload).id(id).dueAt(dueAt).build());
  }

  /** As {@link #schedule(JobRequest)}, without waiting. */
  CompletionStage<Scheduled> scheduleAsync(JobRequest<T> request);

  /** Schedules many jobs, at most 100,000, in few round trips. */
  List<Scheduled> scheduleAll(Collection<JobRequest<T>> requests);

  /** As {@link #scheduleAll}, without waiting. */
  CompletionStage<List<Scheduled>> scheduleAllAsync(Collection<JobRequest<T>> requests);

  /** Reschedules a waiting job to a delay after the store's now, 0 to 100 years. */
  default Rescheduled reschedule(String id, Duration delay) {
    return reschedule(RescheduleRequest.of(id, delay));
  }

  /** Reschedules a waiting job to a moment. */
  default Rescheduled reschedule(String id, Instant dueAt) {
    return reschedule(RescheduleRequest.of(id, dueAt));
  }

  /** Reschedules a waiting job, perhaps on a condition. Running and dead jobs do not change. */
  Rescheduled reschedule(RescheduleRequest request);

  /** As {@link #reschedule(String, Duration)}, without waiting. */
  default CompletionStage<Rescheduled> rescheduleAsync(String id, Duration delay) {
    return rescheduleAsync(RescheduleRequest.of(id, delay));
  }

  /** As {@link #reschedule(String, Instant)}, without waiting. */
  default CompletionStage<Rescheduled> rescheduleAsync(String id, Instant dueAt) {
    return rescheduleAsync(RescheduleRequest.of(id, dueAt));
  }

  /** As {@link #reschedule(RescheduleRequest)}, without waiting. */
  CompletionStage<Rescheduled> rescheduleAsync(RescheduleRequest request);

  /** Reschedules many jobs, at most 100,000. */
  List<Rescheduled> rescheduleAll(Collection<RescheduleRequest> requests);

  /** As {@link #rescheduleAll}, without waiting. */
  CompletionStage<List<Rescheduled>> rescheduleAllAsync(Collection<RescheduleRequest> requests);

  /**
   * Makes a waiting job due now, by the store's clock. This is a reschedule: its attempts start
   * again, and a pause or a limit of the queue still applies.
   */
  default Rescheduled runNow(String id) {
    return reschedule(id, Duration.ZERO);
  }

  /** As {@link #runNow}, without waiting. */
  default CompletionStage<Rescheduled> runNowAsync(String id) {
    return rescheduleAsync(id, Duration.ZERO);
  }

  /**
   * Cancels a job: a waiting job will not run, a running job will not be retried. Repeating is safe
   * and answers what is true by then.
   */
  CancelOutcome cancel(String id);

  /** As {@link #cancel(String)}, without waiting. */
  CompletionStage<CancelOutcome> cancelAsync(String id);

  /** As {@link #cancel(String)}, asking for a durability; the answer tells what was reached. */
  Cancelled cancel(String id, Durability durability);

  /** As {@link #cancel(String, Durability)}, without waiting. */
  CompletionStage<Cancelled> cancelAsync(String id, Durability durability);

  /** Cancels many jobs, at most 100,000. */
  List<Cancelled> cancelAll(Collection<String> ids);

  /** As {@link #cancelAll}, without waiting. */
  CompletionStage<List<Cancelled>> cancelAllAsync(Collection<String> ids);
}
