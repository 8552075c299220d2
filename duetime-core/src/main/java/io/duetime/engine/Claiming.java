package io.duetime.engine;

import io.duetime.Durability;
import io.duetime.Limits;
import io.duetime.Settled;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Claims due jobs and settles them. */
public interface Claiming {
  /**
   * Claims due jobs in order and leases them to the caller. Never waits for a job to become due.
   */
  CompletionStage<ClaimResult> claim(String queue, ClaimRequest request);

  /**
   * Claims particular jobs in any state except RUNNING, due or not, also of a paused queue. The
   * answer leaves out ids that are unknown, running or only remembered. Limits of rate and of jobs
   * running at once do not apply. A claim stops after {@link Limits#MAX_CLAIM_BYTES} of payload,
   * like any other, with at least one job; the jobs that it did not reach stay as they are.
   */
  CompletionStage<ClaimResult> claimById(String queue, List<String> ids, ClaimRequest request);

  /** Settles leases of one queue; answers in order. */
  CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability);

  /** Subscribes to everything that makes a job claimable earlier than the last claim was told. */
  Watcher.Subscription watch(String queue, Watcher watcher);

  /** Lists the shards of a queue to claim from, of all live epochs. */
  CompletionStage<List<ShardId>> shards(String queue);
}
