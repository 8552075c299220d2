package io.duetime.engine.tck;

import io.duetime.CancelOutcome;
import io.duetime.Durability;
import io.duetime.RescheduleOutcome;
import io.duetime.ScheduleOutcome;
import io.duetime.SettleOutcome;
import io.duetime.engine.CancelResult;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.Engine;
import io.duetime.engine.ForwardingEngine;
import io.duetime.engine.JobSpec;
import io.duetime.engine.LeaseToken;
import io.duetime.engine.Reschedule;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.engine.tck.fixture.Answers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

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
    public CompletionStage<List<ScheduleResult>> schedule(
        String queue, List<JobSpec> jobs, Durability durability) {
      if (!now()) {
        return super.schedule(queue, jobs, durability);
      }
      long at = Answers.of(inner().nowMillis());
      return CompletableFuture.completedStage(
          jobs.stream()
              .map(job ->
                  new ScheduleResult(
                      job.id(),
                      ScheduleOutcome.CREATED,
                      job.due().resolve(at),
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
    public CompletionStage<List<SettleResult>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      if (!now()) {
        return super.settle(queue, settlements, durability);
      }
      List<? extends Settlement> released =
          settlements.stream().map(one -> new Settlement.Release(one.lease())).toList();
      return super.settle(queue, released, durability)
          .thenApply(results ->
              results.stream()
                  .map(result ->
                      result.outcome() == SettleOutcome.RELEASED
                          ? SettleResult.of(SettleOutcome.ACKED)
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
                .<Settlement>map(job -> new Settlement.Release(job.lease()))
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
    public CompletionStage<List<CancelResult>> cancel(
        String queue, List<String> ids, Durability durability) {
      return now()
          ? CompletableFuture.completedStage(
              ids.stream().map(id -> CancelResult.of(CancelOutcome.CANCELLED)).toList())
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
    public CompletionStage<List<RescheduleResult>> reschedule(
        String queue, List<Reschedule> changes, Durability durability) {
      long far = Answers.of(inner().nowMillis()) + 100_000_000;
      return CompletableFuture.completedStage(
          changes.stream()
              .map(change -> RescheduleResult.of(RescheduleOutcome.RESCHEDULED, far))
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
    public CompletionStage<List<SettleResult>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      return super.settle(
          queue,
          settlements.stream().map(one -> new Settlement.Ack(turned(one.lease()))).toList(),
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
    public CompletionStage<List<SettleResult>> settle(
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
    public CompletionStage<List<SettleResult>> settle(
        String queue, List<? extends Settlement> settlements, Durability durability) {
      return now()
          ? CompletableFuture.completedStage(
              settlements.stream().map(any -> SettleResult.LOST).toList())
          : super.settle(queue, settlements, durability);
    }
  }

  private static List<SettleResult> turned(
      List<SettleResult> results, SettleOutcome from, SettleOutcome to) {
    return results.stream()
        .map(result -> result.outcome() == from ? SettleResult.of(to) : result)
        .toList();
  }
}
