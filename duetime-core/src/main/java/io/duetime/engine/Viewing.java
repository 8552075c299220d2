package io.duetime.engine;

import io.duetime.Explanation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Looking without changing anything. A queue that does not exist reads as an empty one. */
public interface Viewing {
  /** One job, or nothing when it was never seen or is forgotten. */
  CompletionStage<Optional<JobView>> find(String queue, String id);

  /** Why a job is not running. */
  CompletionStage<Explanation> explain(String queue, String id);

  /**
   * A page of jobs: ascending by moment (due time; for DEAD, DONE and CANCELLED the end), then id.
   *
   * @param cursor what the page before answered; null for the first
   * @param limit 1 to 1,000
   */
  CompletionStage<JobViewPage> list(
      String queue, Selection selection, @Nullable String cursor, int limit);

  /** How many jobs stand where. */
  CompletionStage<QueueCounts> counts(String queue);

  /**
   * What is due when, and what ran when.
   *
   * @param fromMillis the first moment
   * @param toMillis the first moment behind it
   * @param buckets 1 to 1,000 stretches of equal length, each at least 1 ms
   */
  CompletionStage<QueueTimeline> timeline(
      String queue, long fromMillis, long toMillis, int buckets);

  /** Who has asked for jobs within the last minute. */
  CompletionStage<List<ConsumerPresence>> consumers(String queue);
}
