package io.duetime.server.metrics;

import io.duetime.Durability;
import io.duetime.JobListener;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Settlement;
import io.duetime.engine.Watcher;
import io.duetime.internal.async.Stages;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Tells a listener of the jobs that are scheduled, claimed and settled. Every call of a server to
 * its store passes here, whichever protocol it came by. Thread safe.
 */
final class ObservedEngine extends ForwardingEngine {
  private final JobListener listener;
  private final LoopCheck loops;
  private final RecentLateness lateness;
  private final DeathLog deaths;

  ObservedEngine(
      Engine inner,
      JobListener listener,
      LoopCheck loops,
      RecentLateness lateness,
      DeathLog deaths) {
    super(inner);
    this.listener = listener;
    this.lateness = lateness;
    this.loops = loops;
    this.deaths = deaths;
  }

  @Override
  public CompletionStage<List<Scheduled>> schedule(
      String queue, List<JobSpec> jobs, Durability durability) {
    CompletionStage<List<Scheduled>> answer = inner().schedule(queue, jobs, durability);
    Stages.whenAnswered(
        answer,
        results -> results.forEach(result -> listener.scheduled(queue, result)),
        failure -> jobs.forEach(job -> listener.scheduleFailed(queue, job.id(), failure)));
    return answer;
  }

  @Override
  public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
    CompletionStage<ClaimResult> answer = inner().claim(queue, request);
    Stages.whenAnswered(
        answer,
        result -> {
          loops.claimed(queue);
          claimed(queue, result);
        },
        failure -> listener.claimFailed(queue, failure));
    return answer;
  }

  @Override
  public CompletionStage<ClaimResult> claimById(
      String queue, List<String> ids, ClaimRequest request) {
    CompletionStage<ClaimResult> answer = inner().claimById(queue, ids, request);
    Stages.whenAnswered(
        answer, result -> claimed(queue, result), failure -> listener.claimFailed(queue, failure));
    return answer;
  }

  private void claimed(String queue, ClaimResult result) {
    listener.claimed(queue, result.jobs().size());
    for (ClaimedJob job : result.jobs()) {
      long lateMillis = result.nowMillis() - job.times().dueAt();
      // A job that was claimed ahead has no lateness.
      if (lateMillis >= 0) {
        listener.leased(queue, Duration.ofMillis(lateMillis));
        lateness.add(queue, lateMillis);
      }
    }
  }

  @Override
  public CompletionStage<List<Settled>> settle(
      String queue, List<? extends Settlement> settlements, Durability durability) {
    CompletionStage<List<Settled>> answer = inner().settle(queue, settlements, durability);
    Stages.whenAnswered(
        answer,
        results -> {
          results.forEach(result -> listener.settled(queue, result.outcome()));
          deaths.settled(queue, settlements, results);
        },
        failure -> {});
    return answer;
  }

  @Override
  public CompletionStage<Maintenance> maintain() {
    CompletionStage<Maintenance> answer = inner().maintain();
    Stages.whenAnswered(
        answer,
        done -> {
          loops.maintained();
          deaths.maintained(done);
        },
        failure -> {});
    return answer;
  }

  @Override
  public Watcher.Subscription watch(String queue, Watcher watcher) {
    return inner()
        .watch(
            queue,
            signal -> {
              // Another process keeps the time of this shard; the loop here is on standby.
              if (signal.kind() == Watcher.Kind.PROGRESS) {
                loops.claimed(queue);
              }
              watcher.signal(signal);
            });
  }
}
