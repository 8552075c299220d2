package io.duetime.server.metrics;

import io.duetime.Durability;
import io.duetime.JobListener;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.TimeSource;
import io.duetime.async.Stages;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Settlement;
import io.duetime.engine.Watcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  /**
   * Logs each job that dies through this server, at most {@value #MOST} a second; those beyond are
   * counted in one line. Reasons and payloads may be confidential and are not logged. Thread safe.
   */
  static final class DeathLog {
    static final int MOST = 10;

    private static final Logger LOG = LoggerFactory.getLogger(ObservedEngine.class);
    private static final long SECOND = 1_000_000_000;

    private final TimeSource time;

    // Guarded by this.
    private long windowNanos;
    private int inWindow;
    private int skipped;

    DeathLog(TimeSource time) {
      this.time = time;
      this.windowNanos = time.nanoTime();
    }

    void settled(String queue, List<? extends Settlement> settlements, List<Settled> results) {
      for (int i = 0; i < results.size(); i++) {
        if (results.get(i).outcome() == SettleOutcome.DEAD) {
          died(queue, settlements.get(i).lease().id());
        }
      }
    }

    /** Logs what maintenance found; the jobs themselves are counted by their queues. */
    void maintained(Maintenance done) {
      if (done.leasesLost() > 0 || done.expired() > 0) {
        logStep(done);
      }
    }

    private synchronized void logStep(Maintenance done) {
      if (mayLog()) {
        LOG.info(
            "{} leases were lost, so their jobs are retried, or dead if they have no attempts left; {}"
                + " jobs have expired",
            done.leasesLost(),
            done.expired());
      }
    }

    private synchronized void died(String queue, String id) {
      if (mayLog()) {
        LOG.warn("Job {} of queue {} is dead; duetime dead list {} shows why", id, queue, queue);
      }
    }

    private boolean mayLog() {
      long now = time.nanoTime();
      if (now - windowNanos >= SECOND) {
        if (skipped > 0) {
          LOG.warn("{} more events of dead jobs and lost leases were not logged", skipped);
        }
        windowNanos = now;
        inWindow = 0;
        skipped = 0;
      }
      if (inWindow < MOST) {
        inWindow++;
        return true;
      }
      skipped++;
      return false;
    }
  }
}
