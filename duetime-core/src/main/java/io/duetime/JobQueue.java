package io.duetime;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Schedules, runs and reads the jobs of one queue with one type of payload. Returned by {@link
 * Duetime#queue}; cheap and thread safe, needs no closing.
 *
 * <p>Batches are answered item by item, in order; a refused item does not affect the others. A
 * lease that is null or of another queue is answered {@link SettleOutcome#REFUSED}; the others are
 * settled. A call asks for the durability of {@link #withDurability}, unless its request names one.
 *
 * @param <T> the payload
 */
public interface JobQueue<T> {
  /** The queue's name. */
  String name();

  /**
   * The same calls without blocking: each answers a stage that completes on a thread that may
   * block.
   */
  AsyncQueue<T> async();

  /**
   * Makes a call and waits for its answer, as the other methods of this interface do: a failure is
   * thrown, and an interrupt ends the waiting. Stages that {@code call} adds run on the store's
   * thread and must not block.
   */
  <R> R await(Function<AsyncQueue<T>, CompletionStage<R>> call);

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
  default Scheduled schedule(JobRequest<T> request) {
    return await(queue -> queue.schedule(request));
  }

  /** Schedules many jobs, at most 100,000, in few round trips. */
  default List<Scheduled> scheduleAll(Collection<JobRequest<T>> requests) {
    return await(queue -> queue.scheduleAll(requests));
  }

  /** Reschedules a waiting job to a delay after the store's now, 0 to 100 years. */
  default Rescheduled reschedule(String id, Duration delay) {
    return reschedule(RescheduleRequest.of(id, delay));
  }

  /** Reschedules a waiting job to a moment. */
  default Rescheduled reschedule(String id, Instant dueAt) {
    return reschedule(RescheduleRequest.of(id, dueAt));
  }

  /** Reschedules a waiting job, perhaps on a condition. Running and dead jobs do not change. */
  default Rescheduled reschedule(RescheduleRequest request) {
    return await(queue -> queue.reschedule(request));
  }

  /** Reschedules many jobs, at most 100,000. */
  default List<Rescheduled> rescheduleAll(Collection<RescheduleRequest> requests) {
    return await(queue -> queue.rescheduleAll(requests));
  }

  /**
   * Gives a waiting or dead job new values in its place: its due time and its attempts stay, as do
   * its history and the answer to a repeated request. Creates no job. The successor of a running
   * job stays as it is.
   *
   * <pre>{@code
   * orders.update("order-42", change -> change.payload(corrected).addTag("checked"));
   * }</pre>
   *
   * <p>Takes effect at once, also inside a transaction. Change many jobs together by {@link
   * #waiting} or {@link #dead}.
   *
   * @param change makes the change of an empty one
   * @throws InvalidRequestException if the change is empty or a value is not allowed: also tags
   *     beyond 16 with those of the job, and an expiry that has passed
   * @throws OutcomeUnknownException if the job may or may not have the new values; the library does
   *     not repeat the call, as the id may have another job meanwhile
   */
  default Updated update(String id, UnaryOperator<JobChange<T>> change) {
    return await(queue -> queue.update(id, change));
  }

  /**
   * Cancels a job: a waiting job will not run, a running job will not be retried. Repeating is safe
   * and answers what is true by then.
   */
  default CancelOutcome cancel(String id) {
    return await(queue -> queue.cancel(id));
  }

  /** Cancels many jobs, at most 100,000. */
  default List<Cancelled> cancelAll(Collection<String> ids) {
    return await(queue -> queue.cancelAll(ids));
  }

  /**
   * Returns a builder of a worker that runs a handler for every job. {@link WorkerBuilder#start}
   * starts it.
   */
  WorkerBuilder<T> worker(Handler<T> handler);

  /**
   * As {@link #worker}, for a handler that does not occupy a thread: one thread begins all jobs,
   * and {@link WorkerBuilder#concurrency} limits those that have begun and not ended.
   */
  WorkerBuilder<T> asyncWorker(AsyncHandler<T> handler);

  /**
   * Claims due jobs, in order of priority, due time and id.
   *
   * <p>Interrupting the thread ends the waiting; jobs that were claimed meanwhile are released.
   *
   * @param max the most jobs, 1 to 10,000
   * @param lease how long the jobs are leased (visibility timeout), 1 ms to 365 days
   * @param wait how long to wait for the first job; zero does not wait
   * @return at least one job, or none if no job became due in time
   */
  default List<Lease<T>> claim(int max, Duration lease, Duration wait) {
    return await(queue -> queue.claim(max, lease, wait));
  }

  /**
   * Claims ahead: jobs that are due before a moment, which may be in the future. Does not wait.
   *
   * @param max the most jobs, 1 to 10,000
   */
  default List<Lease<T>> claimDueBefore(Instant moment, int max, Duration lease) {
    return await(queue -> queue.claimDueBefore(moment, max, lease));
  }

  /**
   * Claims particular jobs, due or not, also dead ones. Jobs that are running or unknown are left
   * out. Pauses and limits of the queue do not apply.
   *
   * <p>Like every claim this one stops after 10,000 jobs or 16 MiB of payload. The jobs that it did
   * not reach stay as they are; claim again with the ids that were left out, until none is
   * answered.
   */
  default List<Lease<T>> claimById(Collection<String> ids, Duration lease) {
    return await(queue -> queue.claimById(ids, lease));
  }

  /** Settles many leases in any way; the methods that follow are its short forms. */
  default List<Settled> settleAll(Collection<Lease<T>> leases, SettleRequest request) {
    return await(queue -> queue.settleAll(leases, request));
  }

  /** Acknowledges many jobs. */
  default List<Settled> ackAll(Collection<Lease<T>> leases) {
    return await(queue -> queue.ackAll(leases));
  }

  /** Ends many attempts as failed; each job is retried by its retry policy. */
  default List<Settled> retryAll(Collection<Lease<T>> leases, String reason) {
    return await(queue -> queue.retryAll(leases, reason));
  }

  /** Buries many jobs: they are kept as dead jobs (dead letters), with the reason. */
  default List<Settled> buryAll(Collection<Lease<T>> leases, String reason) {
    return await(queue -> queue.buryAll(leases, reason));
  }

  /**
   * Extends many leases to a duration after the store's now. No lease becomes shorter.
   *
   * @param by 1 ms to 365 days
   */
  default List<Settled> extendAll(Collection<Lease<T>> leases, Duration by) {
    return await(queue -> queue.extendAll(leases, by));
  }

  /** Releases many jobs that were not begun; their attempts are refunded. */
  default List<Settled> releaseAll(Collection<Lease<T>> leases) {
    return await(queue -> queue.releaseAll(leases));
  }

  /**
   * Releases many jobs until later (snooze): their attempts are refunded, and they are due after a
   * delay.
   *
   * @param delay 0 to 100 years
   */
  default List<Settled> releaseAll(Collection<Lease<T>> leases, Duration delay) {
    return await(queue -> queue.releaseAll(leases, delay));
  }

  /** Finds a job; empty if the queue has never seen the id or has forgotten it. */
  default Optional<StoredJob<T>> find(String id) {
    return await(queue -> queue.find(id));
  }

  /** Explains why a job is not running, or that it is running. */
  default Explanation explain(String id) {
    return await(queue -> queue.explain(id));
  }

  /** Counts the jobs in each state. */
  default Counts counts() {
    return await(queue -> queue.counts());
  }

  /** Selects the jobs in some states, or in all states if none is given. */
  JobList<T> jobs(JobState... states);

  /** Selects the waiting jobs, delayed or ready, to list, count or change them. */
  WaitingJobs<T> waiting();

  /** Selects the dead jobs, to list, count, update, redrive or purge them. */
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
