package io.duetime.engine;

import io.duetime.Counts;
import io.duetime.Explanation;
import io.duetime.JobPage;
import io.duetime.Limits;
import io.duetime.QueueConsumer;
import io.duetime.Timeline;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads without changing anything. A queue that does not exist reads like an empty one. */
public interface Viewing {
  /** Finds one job; empty if the queue has never seen the id or has forgotten it. */
  CompletionStage<Optional<JobView>> find(String queue, String id);

  /** Explains why a job is not running. */
  CompletionStage<Explanation> explain(String queue, String id);

  /**
   * Lists a page of jobs, ascending by time (the due time; for DEAD, DONE and CANCELLED the end),
   * then by id. A page ends after {@link Limits#MAX_PAGE_BYTES} of payload, so it may have fewer
   * jobs than its limit although more follow.
   *
   * @param cursor the cursor of the page before; null for the first
   * @param limit the most jobs, 1 to 1,000
   */
  CompletionStage<JobPage<JobView>> list(
      String queue, Selection selection, @Nullable String cursor, int limit);

  /** Counts the jobs in each state. */
  CompletionStage<Counts> counts(String queue);

  /**
   * Counts the jobs that are due in the future and that ran in the past, by time.
   *
   * @param fromMillis inclusive
   * @param toMillis exclusive
   * @param buckets the number of buckets of equal length, 1 to 1,000, each at least 1 ms long
   */
  CompletionStage<Timeline> timeline(String queue, long fromMillis, long toMillis, int buckets);

  /** Lists the consumers that have asked for jobs within the last minute. */
  CompletionStage<List<QueueConsumer>> consumers(String queue);
}
