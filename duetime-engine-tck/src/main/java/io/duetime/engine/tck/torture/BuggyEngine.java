package io.duetime.engine.tck.torture;

import io.duetime.Durability;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.Settled;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Settlement;
import io.duetime.engine.Watcher;
import io.duetime.runtime.call.ClientContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Engines with bugs, each of which the checker must find; a property of the client's process
 * chooses one. They are between the store and what writes the history, so that the history tells
 * what a client of a store with the bug would be told.
 */
final class BuggyEngine {
  /** Names the bug of a client process. */
  static final String PROPERTY = "duetime.torture.bug";

  private static final String LOST_WAKE_UP = "lost-wake-up";
  private static final long SKEW_MILLIS = 3_000;
  private static final long UNSYNCED_MILLIS = 1_500;
  private static final Duration NEVER = Duration.ofDays(1);

  private static final Settled ACKED =
      new Settled(SettleOutcome.ACKED, null, false, Durability.Reached.ON_DISK);

  private static final Map<String, UnaryOperator<Engine>> BUGS =
      Map.of(
          "delete-before-hand-over",
          DeletesBeforeHandOver::new,
          "missing-fence",
          MissesFences::new,
          "client-clock",
          TrustsTheClientsClock::new,
          LOST_WAKE_UP,
          LosesWakeUps::new,
          "unsynced-answer",
          AnswersUnsynced::new,
          "stale-epoch",
          UsesStaleEpochs::new);

  private BuggyEngine() {}

  static Set<String> names() {
    return BUGS.keySet();
  }

  /** The engine with the bug that the property names, if it names one. */
  static Engine perhaps(Engine engine) {
    String bug = System.getProperty(PROPERTY, "");
    return BUGS.getOrDefault(bug, sound -> sound).apply(engine);
  }

  /** A lost signal costs a sound client a second, as it also looks without one. */
  static ClientContext.Pace pace() {
    return System.getProperty(PROPERTY, "").equals(LOST_WAKE_UP)
        ? new ClientContext.Pace(NEVER, ClientContext.Pace.NORMAL.maintenance())
        : ClientContext.Pace.NORMAL;
  }

  /** Deletes jobs when it claims them, and says later that it did so then. */
  private static final class DeletesBeforeHandOver extends ForwardingEngine {
    DeletesBeforeHandOver(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      return super.claim(queue, request)
          .thenCompose(result -> {
            List<Settlement> acks = result.leases().stream().map(Settlement::ack).toList();
            return super.settle(queue, acks, Durability.NONE).thenApply(done -> result);
          });
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      return super.settle(queue, settlements, durability)
          .thenApply(any -> settlements.stream().map(one -> ACKED).toList());
    }
  }

  /** Settles with whatever fence the job has now when its lease is lost. */
  private static final class MissesFences extends ForwardingEngine {
    MissesFences(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      return super.settle(queue, settlements, durability)
          .thenCompose(results -> {
            List<CompletableFuture<Settled>> all = new ArrayList<>();
            for (int i = 0; i < results.size(); i++) {
              all.add(unfenced(queue, settlements.get(i), results.get(i), durability));
            }
            return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(done -> all.stream().map(CompletableFuture::join).toList());
          });
    }

    private CompletableFuture<Settled> unfenced(
        String queue, Settlement settlement, Settled result, Durability durability) {
      if (result.outcome() != SettleOutcome.LEASE_LOST) {
        return CompletableFuture.completedFuture(result);
      }
      LeaseToken stale = settlement.lease();
      return inner()
          .find(queue, stale.id())
          .thenCompose(job -> {
            if (job.isEmpty() || job.get().lease() == null) {
              return CompletableFuture.completedStage(result);
            }
            long fence = job.get().traits().fence();
            LeaseToken current =
                new LeaseToken(queue, stale.shard(), stale.id(), fence, stale.permit());
            Settlement forced = new Settlement(current, settlement.request());
            return inner()
                .settle(queue, List.of(forced), durability)
                .thenApply(done -> done.get(0));
          })
          .toCompletableFuture();
    }
  }

  /** Decides by a clock that is ahead which jobs are due. */
  private static final class TrustsTheClientsClock extends ForwardingEngine {
    TrustsTheClientsClock(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      return super.claim(queue, request.dueBefore(System.currentTimeMillis() + SKEW_MILLIS));
    }
  }

  /** Tells neither of signals nor when to come back. */
  private static final class LosesWakeUps extends ForwardingEngine {
    LosesWakeUps(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      return super.claim(queue, request)
          .thenApply(result ->
              new ClaimResult(
                  result.jobs(), result.nowMillis(), ClaimResult.NEVER, result.claimNumber()));
    }

    @Override
    public Watcher.Subscription watch(String queue, Watcher watcher) {
      return () -> {};
    }
  }

  /** Answers that jobs are stored before it stores them. */
  private static final class AnswersUnsynced extends ForwardingEngine {
    AnswersUnsynced(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Scheduled>> schedule(
        String queue, List<JobSpec> jobs, Durability durability) {
      Thread later =
          new Thread(
              () -> {
                Pause.millis(UNSYNCED_MILLIS);
                inner().schedule(queue, jobs, durability);
              },
              "unsynced");
      later.start();
      long now = System.currentTimeMillis();
      return CompletableFuture.completedStage(
          jobs.stream()
              .map(job ->
                  new Scheduled(
                      job.id(),
                      ScheduleOutcome.CREATED,
                      Instant.ofEpochMilli(job.due().resolve(now)),
                      new Durability.Reached(Durability.Fsynced.YES, durability.replicas()),
                      null))
              .toList());
    }
  }

  /**
   * Keeps an epoch of each queue that a change of shards has ended, and creates some jobs in it
   * although the new one has them. Another queue is that epoch.
   */
  private static final class UsesStaleEpochs extends ForwardingEngine {
    private static final String OLD = "-before";
    private static final int SOME = 3;
    private static final int LONGEST_AGO = 1;

    private final Map<Long, LeaseToken> real = new ConcurrentHashMap<>();

    UsesStaleEpochs(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Scheduled>> schedule(
        String queue, List<JobSpec> jobs, Durability durability) {
      List<JobSpec> again =
          jobs.stream()
              .filter(job -> Math.floorMod(job.id().hashCode(), SOME) == 0)
              .map(job -> copy(job))
              .toList();
      return again.isEmpty()
          ? super.schedule(queue, jobs, durability)
          : super.schedule(queue + OLD, again, durability)
              .thenCompose(stale -> super.schedule(queue, jobs, durability));
    }

    private static JobSpec copy(JobSpec job) {
      return job.due() instanceof DueTime.At
          ? job
          : JobSpec.builder(job.id(), job.body(), DueTime.after(LONGEST_AGO)).build();
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      return super.claim(queue, request)
          .thenCompose(result ->
              result.jobs().isEmpty()
                  ? stale(queue, request)
                  : CompletableFuture.completedStage(result));
    }

    private CompletionStage<ClaimResult> stale(String queue, ClaimRequest request) {
      return super.claim(queue + OLD, request)
          .thenApply(result ->
              new ClaimResult(
                  result.jobs().stream().map(job -> inNew(queue, job)).toList(),
                  result.nowMillis(),
                  result.nowMillis() + 1,
                  result.claimNumber()));
    }

    private ClaimedJob inNew(String queue, ClaimedJob job) {
      LeaseToken lease = job.lease();
      real.put(lease.fence(), lease);
      LeaseToken shown =
          new LeaseToken(queue, lease.shard(), lease.id(), lease.fence(), lease.permit());
      return new ClaimedJob(shown, job.body(), job.times(), job.priority(), job.run());
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      List<Settlement> stale = new ArrayList<>();
      for (Settlement one : settlements) {
        LeaseToken lease = real.get(one.lease().fence());
        if (lease != null && lease.id().equals(one.lease().id())) {
          stale.add(new Settlement(lease, one.request()));
        }
      }
      return stale.isEmpty()
          ? super.settle(queue, settlements, durability)
          : settleBoth(queue, settlements, stale, durability);
    }

    private CompletionStage<List<Settled>> settleBoth(
        String queue,
        List<? extends Settlement> settlements,
        List<Settlement> stale,
        Durability durability) {
      return super.settle(queue, settlements, durability)
          .thenCombine(
              super.settle(queue + OLD, stale, durability),
              (results, staleResults) -> {
                List<Settled> merged = new ArrayList<>(results);
                for (int i = 0; i < merged.size(); i++) {
                  for (int j = 0; j < stale.size(); j++) {
                    if (stale.get(j).lease().fence() == settlements.get(i).lease().fence()) {
                      merged.set(i, staleResults.get(j));
                    }
                  }
                }
                return merged;
              });
    }
  }
}
