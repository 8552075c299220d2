package io.duetime.kernel.state;

import io.duetime.engine.JobBody;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the jobs of one queue and finds them by id, by due time, and by end. It decides nothing.
 *
 * <p>Used by one thread at a time. What is written is seen by the next read at once; when it is
 * durable is the engine's duty. {@link #NEVER} means "no such moment".
 */
public interface JobTable {
  long NEVER = Long.MAX_VALUE;

  /**
   * Announces the ids of the next calls, so that a table on disk may fetch them together. Changes
   * nothing.
   */
  default void expect(List<String> ids) {}

  /** The job under an id, in any stage. */
  @Nullable JobHead find(String id);

  /** The body that was written with a head; null when it cannot be understood any more. */
  @Nullable JobBody body(JobHead head);

  /** Sets a job aside whose body cannot be understood, for a person to look at. */
  void setAside(JobHead head);

  /** Adds a job whose id is free. */
  void insert(JobHead head, JobBody body);

  /** Changes a job, its body staying as it is. */
  void update(JobHead before, JobHead after);

  void replace(JobHead before, JobHead after, JobBody body);

  void delete(JobHead head);

  /**
   * The first waiting jobs due before a moment: by priority, due time, id. At least one when there
   * is any, and no more than {@code max} jobs or about {@code maxBytes} of payload. A moment later
   * than {@code now + 1} takes ahead, which may cost a look at every job: first what is due, then
   * the rest by due time and id.
   */
  List<WholeJob> due(long now, long beforeMillis, int max, long maxBytes);

  /** The earliest due time of all waiting jobs, those already due included. */
  long nextDue();

  /** The earliest due time later than {@code now}. */
  long nextDueAfter(long now);

  /**
   * When maintenance is to look for the first due job, if no claim does so before, because jobs
   * that become due have to be ordered by priority.
   */
  default long nextOrdering() {
    return NEVER;
  }

  long readyCount(long now);

  /** How many waiting jobs are due in each of {@code buckets} equal parts of {@code [from, to)}. */
  long[] waitingBetween(long from, long to, int buckets);

  /** Leased jobs by the deadline of the lease. */
  ByMoment leased();

  /** Dead jobs by the moment of death. */
  ByMoment dead();

  /** Done and cancelled jobs by when they are to be forgotten. */
  ByMoment remembered();

  /** Jobs in the order of a moment, then id. */
  interface ByMoment {
    /** The first jobs with a moment up to this one. */
    List<JobHead> upTo(long moment, int max);

    /** How many jobs of a stage have a moment up to this one. */
    long countUpTo(long moment, Stage stage);

    /** The earliest moment. */
    long next();
  }

  long count(Stage stage);

  /** Jobs of a group with a moment within {@code [from, to)}, behind a position, in order. */
  List<JobHead> page(JobGroup group, long from, long to, @Nullable Position after, int limit);

  /** How many waiting jobs have failed before. */
  long retryingCount();

  /** As {@link #page} of the waiting jobs; may leave out those that have not failed before. */
  default List<JobHead> retrying(long from, long to, @Nullable Position after, int limit) {
    return page(JobGroup.WAITING, from, to, after, limit);
  }

  /** Jobs with a tag, behind an id, in the order of ids. */
  List<JobHead> tagged(String tag, @Nullable String afterId, int limit);

  /** Jobs in any stage, behind an id, in the order of ids; fewer than asked for at the end. */
  List<JobHead> byId(@Nullable String afterId, int limit);

  /** The table of what the queue keeps except its jobs. */
  QueueDataTable queue();
}
