package io.duetime.engine.tck;

import io.duetime.CancelOutcome;
import io.duetime.Cancelled;
import io.duetime.Durability;
import io.duetime.JobPage;
import io.duetime.RescheduleOutcome;
import io.duetime.Rescheduled;
import io.duetime.ScheduleOutcome;
import io.duetime.Scheduled;
import io.duetime.SettleOutcome;
import io.duetime.SettleRequest;
import io.duetime.Settled;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.DueTime;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Engines that break their word now and then: one for each thing that a check must notice. */
public final class BrokenEngines {
  private static final int NOW_AND_THEN = 10;

  private BrokenEngines() {}

  /** Takes jobs a few milliseconds before they are due. */
  public static final class Early extends ForwardingEngine {
    /** Breaks an engine. */
    public Early(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      if (request.dueBeforeMillis() != null) {
        return super.claim(queue, request);
      }
      long now = Answers.of(inner().nowMillis());
      return super.claim(queue, request.dueBefore(now + 4));
    }
  }

  /** Lets every tenth call of a kind through to something else. */
  public abstract static class Occasional extends ForwardingEngine {
    private final AtomicInteger calls = new AtomicInteger();

    Occasional(Engine inner) {
      super(inner);
    }

    boolean now() {
      return calls.incrementAndGet() % NOW_AND_THEN == 0;
    }
  }

  /** Says that it has stored jobs which it has not. */
  public static final class Losing extends Occasional {
    /** Breaks an engine. */
    public Losing(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Scheduled>> schedule(
        String queue, List<JobSpec> jobs, Durability durability) {
      if (!now()) {
        return super.schedule(queue, jobs, durability);
      }
      long at = Answers.of(inner().nowMillis());
      return CompletableFuture.completedStage(
          jobs.stream()
              .map(job ->
                  new Scheduled(
                      job.id(),
                      ScheduleOutcome.CREATED,
                      Instant.ofEpochMilli(job.due().resolve(at)),
                      Durability.Reached.NOTHING,
                      null))
              .toList());
    }
  }

  /** Says that it has acknowledged jobs, and runs them again. */
  public static final class Doubling extends Occasional {
    /** Breaks an engine. */
    public Doubling(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      if (!now()) {
        return super.settle(queue, settlements, durability);
      }
      List<? extends Settlement> released =
          settlements.stream().map(one -> Settlement.release(one.lease())).toList();
      return super.settle(queue, released, durability)
          .thenApply(results ->
              results.stream()
                  .map(result ->
                      result.outcome() == SettleOutcome.RELEASED
                          ? Settled.of(SettleOutcome.ACKED)
                          : result)
                  .toList());
    }
  }

  /** Gives leases back behind the back of who holds them. */
  public static final class Sharing extends Occasional {
    /** Breaks an engine. */
    public Sharing(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      CompletionStage<ClaimResult> claimed = super.claim(queue, request);
      if (now()) {
        List<Settlement> releases =
            Answers.of(claimed).jobs().stream()
                .<Settlement>map(job -> Settlement.release(job.lease()))
                .toList();
        Answers.of(super.settle(queue, releases, Durability.NONE));
      }
      return claimed;
    }
  }

  /** Says that it has cancelled jobs which it has not. */
  public static final class Uncancelling extends Occasional {
    /** Breaks an engine. */
    public Uncancelling(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Cancelled>> cancel(
        String queue, List<String> ids, Durability durability) {
      return now()
          ? CompletableFuture.completedStage(
              ids.stream().map(id -> Cancelled.of(id, CancelOutcome.CANCELLED)).toList())
          : super.cancel(queue, ids, durability);
    }
  }

  /** Says that it has moved jobs far away which it has not. */
  public static final class Unmoving extends ForwardingEngine {
    /** Breaks an engine. */
    public Unmoving(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Rescheduled>> reschedule(
        String queue, List<Reschedule> changes, Durability durability) {
      Instant far = Instant.ofEpochMilli(Answers.of(inner().nowMillis()) + 100_000_000);
      return CompletableFuture.completedStage(
          changes.stream()
              .map(change -> Rescheduled.of(change.id(), RescheduleOutcome.RESCHEDULED, far))
              .toList());
    }
  }

  /** Counts its fences down. */
  public static final class Unfenced extends ForwardingEngine {
    /** Breaks an engine. */
    public Unfenced(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      return super.claim(queue, request)
          .thenApply(result ->
              new ClaimResult(
                  result.jobs().stream().map(job -> turned(job)).toList(),
                  result.nowMillis(),
                  result.comeBackAtMillis()));
    }

    private static ClaimedJob turned(ClaimedJob job) {
      return new ClaimedJob(
          turned(job.lease()), job.body(), job.times(), job.priority(), job.run());
    }

    private static LeaseToken turned(LeaseToken lease) {
      return new LeaseToken(
          lease.queue(), lease.shard(), lease.id(), Long.MAX_VALUE - lease.fence());
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      return super.settle(
          queue,
          settlements.stream().map(one -> Settlement.ack(turned(one.lease()))).toList(),
          durability);
    }
  }

  /** Takes settlements of leases that are over, and does nothing with them. */
  public static final class Obliging extends ForwardingEngine {
    /** Breaks an engine. */
    public Obliging(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      return super.settle(queue, settlements, durability)
          .thenApply(results -> turned(results, SettleOutcome.LEASE_LOST, SettleOutcome.ACKED));
    }
  }

  /** Refuses leases that are in force. */
  public static final class Refusing extends Occasional {
    /** Breaks an engine. */
    public Refusing(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      return now()
          ? CompletableFuture.completedStage(settlements.stream().map(any -> Settled.LOST).toList())
          : super.settle(queue, settlements, durability);
    }
  }

  /** Settles otherwise than it is asked to. */
  public static final class Misunderstanding extends ForwardingEngine {
    private final UnaryOperator<Settlement> understood;

    /** Breaks an engine. */
    public Misunderstanding(Engine inner, UnaryOperator<Settlement> understood) {
      super(inner);
      this.understood = understood;
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      List<Settlement> others =
          settlements.stream().<Settlement>map(one -> understood.apply(one)).toList();
      return super.settle(queue, others, durability);
    }
  }

  /** Answers claims otherwise than with what was taken. */
  public static final class Misclaiming extends ForwardingEngine {
    private final UnaryOperator<ClaimResult> answered;

    /** Breaks an engine. */
    public Misclaiming(Engine inner, UnaryOperator<ClaimResult> answered) {
      super(inner);
      this.answered = answered;
    }

    @Override
    public CompletionStage<ClaimResult> claim(String queue, ClaimRequest request) {
      return super.claim(queue, request).thenApply(answered);
    }
  }

  /** Shows jobs otherwise than they are. */
  public static final class Misshowing extends ForwardingEngine {
    private final UnaryOperator<JobView> shown;

    /** Breaks an engine. */
    public Misshowing(Engine inner, UnaryOperator<JobView> shown) {
      super(inner);
      this.shown = shown;
    }

    @Override
    public CompletionStage<Optional<JobView>> find(String queue, String id) {
      return super.find(queue, id).thenApply(job -> job.map(shown));
    }

    @Override
    public CompletionStage<JobPage<JobView>> list(
        String queue, Selection selection, @Nullable String cursor, int limit) {
      return super.list(queue, selection, cursor, limit)
          .thenApply(
              page -> new JobPage<>(page.jobs().stream().map(shown).toList(), page.cursor()));
    }
  }

  /** Takes acknowledgements of leases that are over, and ends the job. */
  public static final class LateAcking extends ForwardingEngine {
    /** Breaks an engine. */
    public LateAcking(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Settled>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      CompletionStage<List<Settled>> results = super.settle(queue, settlements, durability);
      if (!Answers.of(results).contains(Settled.LOST)
          || settlements.get(0).request().verb() != SettleRequest.Verb.ACK) {
        return results;
      }
      ClaimRequest request = ClaimRequest.of(1, 1);
      return super.claimById(queue, List.of(settlements.get(0).lease().id()), request)
          .thenCompose(claimed ->
              super.settle(
                  queue,
                  claimed.jobs().stream().map(job -> Settlement.ack(job.lease())).toList(),
                  durability))
          .thenApply(acked -> acked.isEmpty() ? List.of(Settled.LOST) : acked);
    }
  }

  /** Keeps the successor of a running job that is cancelled. */
  public static final class SuccessorKeeping extends ForwardingEngine {
    /** Breaks an engine. */
    public SuccessorKeeping(Engine inner) {
      super(inner);
    }

    @Override
    public CompletionStage<List<Cancelled>> cancel(
        String queue, List<String> ids, Durability durability) {
      String id = ids.get(0);
      Long dueAt =
          Answers.of(inner().find(queue, id)).map(JobView::successorDueAtMillis).orElse(null);
      CompletionStage<List<Cancelled>> results = super.cancel(queue, ids, durability);
      if (dueAt != null) {
        JobSpec successor = JobSpec.builder(id, JobBody.of(new byte[0]), DueTime.at(dueAt)).build();
        Answers.of(inner().schedule(queue, List.of(successor), durability));
      }
      return results;
    }
  }

  /** Does something else to the jobs of a bulk change. */
  public static final class Overdoing extends ForwardingEngine {
    private final UnaryOperator<BulkChange> done;

    /** Breaks an engine. */
    public Overdoing(Engine inner, UnaryOperator<BulkChange> done) {
      super(inner);
      this.done = done;
    }

    @Override
    public CompletionStage<BulkChange.Step> change(
        String queue, Selection selection, BulkChange change, @Nullable String cursor, int limit) {
      BulkChange other = done.apply(change);
      if (!other.equals(change)) {
        Answers.of(inner().change(queue, Selection.ALL, other, null, limit));
      }
      return super.change(queue, selection, change, cursor, limit);
    }
  }

  private static List<Settled> turned(List<Settled> results, SettleOutcome from, SettleOutcome to) {
    return results.stream()
        .map(result -> result.outcome() == from ? Settled.of(to) : result)
        .toList();
  }
}
