package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Puts jobs into a queue and changes those that wait.
 *
 * <p>Every operation exists blocking and, with {@code Async} at its end, as a {@link
 * CompletionStage} that fails with the exception the blocking one throws. Batches are answered item
 * by item, in order; one refused item does not touch the others.
 *
 * @param <T> the payload
 */
public interface JobProducer<T> {
  /**
   * Schedules a job under a generated id, which the answer has, due after a delay of at most 100
   * years. Calling this twice makes two jobs.
   */
  default Scheduled schedule(T payload, Duration delay) {
    return schedule(JobRequest.builder(payload).delay(delay).build());
  }

  /** As {@link #schedule(Object, Duration)}, due at a moment. */
  default Scheduled schedule(T payload, Instant dueAt) {
    return schedule(JobRequest.builder(payload).dueAt(dueAt).build());
  }

  /**
   * Schedules a job under an id of the caller's, due after a delay of at most 100 years. A job that
   * exists under the id is kept ({@link OnConflict#KEEP}), also while it runs; to put it off again,
   * use a {@link JobRequest} with {@link OnConflict#REPLACE} or {@link OnConflict#debounce}.
   */
  default Scheduled schedule(String id, T payload, Duration delay) {
    return schedule(JobRequest.builder(payload).id(id).delay(delay).build());
  }

  /**
   * Schedules a job under an id of the caller's, due at a moment. A job that exists under the id is
   * kept, as by {@link #schedule(String, Object, Duration)}.
   */
  default Scheduled schedule(String id, T payload, Instant dueAt) {
    return schedule(JobRequest.builder(payload).id(id).dueAt(dueAt).build());
  }

  /**
   * Schedules a job.
   *
   * <p>Where the answer is lost on its way, the library repeats the request as long as the job
   * cannot have run yet; repeating makes no second job.
   *
   * <p>The request's {@link JobRequest#onConflict} says what becomes of it when the queue already
   * has the id. By default the existing job is kept, and a request that comes while it runs is
   * dropped and answered {@link ScheduleOutcome#KEPT_RUNNING}.
   *
   * @throws InvalidRequestException when it cannot be taken as it is
   * @throws RetryableException when nothing was stored but may be later
   * @throws OutcomeUnknownException when it may or may not have been stored
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

  /** Moves a waiting job to so long after now, by the store's clock. */
  default Rescheduled reschedule(String id, Duration delay) {
    return reschedule(RescheduleRequest.of(id, delay));
  }

  /** Moves a waiting job to a moment. */
  default Rescheduled reschedule(String id, Instant dueAt) {
    return reschedule(RescheduleRequest.of(id, dueAt));
  }

  /** Moves a waiting job, perhaps on a condition; running and dead ones stay as they are. */
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

  /** Moves many jobs, at most 100,000. */
  List<Rescheduled> rescheduleAll(Collection<RescheduleRequest> requests);

  /** As {@link #rescheduleAll}, without waiting. */
  CompletionStage<List<Rescheduled>> rescheduleAllAsync(Collection<RescheduleRequest> requests);

  /**
   * Makes a waiting job due now, by the store's clock: a reschedule to now, so that its attempts
   * are counted again from the first. A pause or a limit of the queue still applies.
   */
  default Rescheduled runNow(String id) {
    return reschedule(id, Duration.ZERO);
  }

  /** As {@link #runNow}, without waiting. */
  default CompletionStage<Rescheduled> runNowAsync(String id) {
    return rescheduleAsync(id, Duration.ZERO);
  }

  /**
   * Cancels a job: it will not run, or, where it runs already, not be tried again. Repeating is
   * safe and answers what is true by then.
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
