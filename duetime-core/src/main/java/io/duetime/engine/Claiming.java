package io.duetime.engine;

import io.duetime.Durability;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Taking due jobs and settling them. */
public interface Claiming {
  /** Takes due jobs in order and leases them to the caller; never waits for any to become due. */
  CompletionStage<ClaimResult> claim(String queue, ClaimRequest request);

  /**
   * Takes particular jobs, due or not, paused or not, from any state but RUNNING; ids that are
   * unknown, running or only remembered are left out of the answer. Limits of rate and of jobs
   * running at once do not hold for it.
   */
  CompletionStage<ClaimResult> claimById(String queue, List<String> ids, ClaimRequest request);

  /** Settles leases of one queue; answered in order. */
  CompletionStage<List<SettleResult>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability);

  /**
   * Hears of anything that makes a job claimable earlier than the last claim was told.
   *
   * @param queue one queue
   */
  Watcher.Subscription watch(String queue, Watcher watcher);

  /** The shards of a queue from which a claimer has to take, over all live epochs. */
  CompletionStage<List<ShardId>> shards(String queue);
}
