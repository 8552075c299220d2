package io.duetime.kernel.job;

import io.duetime.Expiry;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.engine.LeaseToken;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Status.JobLease;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything a store keeps of one job except its body. */
public record JobHead(
    String id, Terms terms, Placement placement, Progress progress, RequestLog requests)
    implements ListedJob {
  /** The stored stage; the state at a moment is {@link #stateAt}. */
  public enum Stage {
    WAITING,
    LEASED,
    DEAD,
    DONE,
    CANCELLED;

    public JobGroup group() {
      return switch (this) {
        case WAITING -> JobGroup.WAITING;
        case LEASED -> JobGroup.LEASED;
        case DEAD -> JobGroup.DEAD;
        case DONE, CANCELLED -> JobGroup.REMEMBERED;
      };
    }
  }

  /**
   * What a request asked for; only an update and a redrive change it afterwards.
   *
   * @param retentionMillis how long to remember the job; −1 for the queue's retention
   */
  public record Terms(
      List<String> tags, RetryPolicy retry, @Nullable Expiry expiry, long retentionMillis) {}

  /** A whole request that takes over when the lease ends. */
  public record Successor(JobHead head, JobBody body) {}

  /** The answer to a request, kept so that repeating the request gets the same answer. */
  public record Answer(long nonce, ScheduleOutcome outcome, long dueAt) {}

  public JobHead with(Terms newTerms) {
    return new JobHead(id, newTerms, placement, progress, requests);
  }

  public JobHead with(Placement newPlacement) {
    return new JobHead(id, terms, newPlacement, progress, requests);
  }

  public JobHead with(Progress newProgress) {
    return new JobHead(id, terms, placement, newProgress, requests);
  }

  public JobHead with(RequestLog newRequests) {
    return new JobHead(id, terms, placement, progress, newRequests);
  }

  public JobHead with(Status newStatus) {
    return with(progress.with(newStatus));
  }

  public JobHead with(@Nullable Successor newSuccessor) {
    return with(requests.with(newSuccessor));
  }

  public Stage stage() {
    return progress.status().stage();
  }

  /** The priority; a smaller number goes first. */
  public long priority() {
    return placement.priority();
  }

  public long dueAt() {
    return placement.dueAt();
  }

  public long firstDueAt() {
    return placement.firstDueAt();
  }

  public long scheduledAt() {
    return placement.scheduledAt();
  }

  public long anchorAt() {
    return placement.anchorAt();
  }

  @Override
  public int attempt() {
    return progress.attempt();
  }

  /** Whether it waits to be run again. */
  public boolean isRetrying() {
    return stage() == Stage.WAITING && attempt() > 0;
  }

  public long fence() {
    return progress.fence();
  }

  public int interruptions() {
    return progress.interruptions();
  }

  public boolean mayHaveArrived() {
    return progress.mayHaveArrived();
  }

  @Override
  public List<AttemptRecord> history() {
    return progress.history();
  }

  /** The lease; not null if and only if the stage is LEASED. */
  public @Nullable JobLease lease() {
    return progress.status().lease();
  }

  /** The end; not null if and only if the stage is DEAD, DONE or CANCELLED. */
  @Override
  public JobView.@Nullable End end() {
    return progress.status().end();
  }

  /** When a DONE or CANCELLED job is forgotten; otherwise 0. */
  public long forgetAt() {
    return progress.status().forgetAt();
  }

  public List<Answer> answers() {
    return requests.answers();
  }

  public @Nullable Successor successor() {
    return requests.successor();
  }

  public JobLease leaseOrThrow() {
    JobLease lease = lease();
    if (lease == null) {
      throw new IllegalStateException("no lease on " + id + " in stage " + stage());
    }
    return lease;
  }

  public boolean isLapsedAt(long now) {
    JobLease lease = lease();
    return lease != null && lease.deadline() <= now;
  }

  public boolean isMarkedCancelled() {
    JobLease lease = lease();
    return lease != null && lease.cancelled();
  }

  @Override
  public boolean isForgottenAt(long now) {
    return stage().group() == JobGroup.REMEMBERED && forgetAt() <= now;
  }

  /** Whether the job has begun: it was claimed, and no request has replaced it since. */
  public boolean hasBegun() {
    return fence() > 0 || !history().isEmpty();
  }

  /**
   * Whether the job waits, or has waited, for an earlier job of its recurring definition: nothing
   * else makes a job that was never begun due after the time that was asked for.
   */
  public boolean isHeld() {
    return stage() == Stage.WAITING && !hasBegun() && dueAt() > firstDueAt();
  }

  public boolean isExpiredAt(long now) {
    return terms.expiry() != null && expiresAt() <= now;
  }

  /** When the job expires; {@link ClaimResult#NEVER} for a job that does not expire. */
  public long expiresAt() {
    return expiresAt(terms.expiry(), firstDueAt());
  }

  /** When a job with an expiry and a first due time expires. */
  public static long expiresAt(@Nullable Expiry expiry, long firstDueAt) {
    if (expiry == null) {
      return ClaimResult.NEVER;
    }
    if (expiry instanceof Expiry.After after) {
      return firstDueAt + after.duration().toMillis();
    }
    return ((Expiry.At) expiry).instant().toEpochMilli();
  }

  @Override
  public JobState stateAt(long now) {
    return switch (stage()) {
      case WAITING -> dueAt() <= now ? JobState.READY : JobState.DELAYED;
      case LEASED -> isLapsedAt(now) ? JobState.READY : JobState.RUNNING;
      case DEAD -> JobState.DEAD;
      case DONE -> JobState.DONE;
      case CANCELLED -> JobState.CANCELLED;
    };
  }

  @Override
  public List<String> tags() {
    return terms.tags();
  }

  @Override
  public long moment() {
    JobView.End end = end();
    return end == null ? dueAt() : end.atMillis();
  }

  /** A job as a table keeps it: what the kernel works with, and what it only hands on. */
  public record WholeJob(JobHead head, JobBody body) {
    /** The job as the consumer gets it that has its lease. */
    public ClaimedJob claimed(LeaseToken lease) {
      return new ClaimedJob(
          lease,
          body,
          times(),
          head.priority(),
          new ClaimedJob.Run(
              head.attempt(),
              head.terms().retry().maxAttempts(),
              head.leaseOrThrow().deadline(),
              head.mayHaveArrived()));
    }

    private ClaimedJob.Times times() {
      return new ClaimedJob.Times(head.dueAt(), head.firstDueAt(), head.scheduledAt());
    }

    /** The job as callers see it at a moment. */
    public JobView viewAt(long now) {
      JobLease lease = head.lease();
      JobState current = head.stateAt(now);
      return new JobView(
          head.id(),
          current,
          body,
          times(),
          new JobView.Traits(
              head.priority(),
              head.terms().tags(),
              head.attempt(),
              head.terms().retry().maxAttempts(),
              head.fence(),
              head.mayHaveArrived()),
          lease == null || current != JobState.RUNNING ? null : lease.view(),
          head.end(),
          head.history(),
          head.successor() == null ? null : head.successor().head().dueAt());
    }
  }
}
