package io.duetime.internal.kernel.job;

import io.duetime.Expiry;
import io.duetime.JobState;
import io.duetime.RetryPolicy;
import io.duetime.ScheduleOutcome;
import io.duetime.engine.AttemptRecord;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobView;
import io.duetime.internal.kernel.list.JobGroup;
import io.duetime.internal.kernel.list.ListedJob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything a store keeps of one job but its body. Immutable; {@link #change()} begins a changed
 * copy.
 */
public final class JobHead implements ListedJob {
  private final String id;
  private final Stage stage;
  private final Terms terms;
  private final long priority;
  private final long dueAt;
  private final long firstDueAt;
  private final long scheduledAt;
  private final long anchorAt;
  private final int attempt;
  private final long fence;
  private final @Nullable Holding lease;
  private final JobView.@Nullable End end;
  private final long forgetAt;
  private final List<Answer> answers;
  private final List<AttemptRecord> history;
  private final @Nullable Successor successor;

  private JobHead(Draft from) {
    this.id = from.id;
    this.stage = from.stage;
    this.terms = from.terms;
    this.priority = from.priority;
    this.dueAt = from.dueAt;
    this.firstDueAt = from.firstDueAt;
    this.scheduledAt = from.scheduledAt;
    this.anchorAt = from.anchorAt;
    this.attempt = from.attempt;
    this.fence = from.fence;
    this.lease = from.lease;
    this.end = from.end;
    this.forgetAt = from.forgetAt;
    this.answers = from.answers;
    this.history = from.history;
    this.successor = from.successor;
  }

  /** The stored stage; what the clock makes of it is {@link #stateAt}. */
  public enum Stage {
    WAITING,
    LEASED,
    DEAD,
    DONE,
    CANCELLED;

    /** The part of a list that has the jobs of this stage. */
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
   * What a request asked for and nothing but a redrive changes afterwards.
   *
   * @param retentionMillis how long to remember the job; −1 for the queue's retention
   */
  public record Terms(
      List<String> tags, RetryPolicy retry, @Nullable Expiry expiry, long retentionMillis) {}

  /** A lease: by whom, from when, until when, and whether the job was cancelled meanwhile. */
  public record Holding(String consumer, long since, long until, boolean cancelled) {}

  /** A whole request that takes over when the lease ends. */
  public record Successor(JobHead head, JobBody body) {}

  /** What a request was answered, kept so that repeating it gets the same. */
  public record Answer(long nonce, ScheduleOutcome outcome, long dueAt) {}

  /** Begins a changed copy. */
  public Draft change() {
    return new Draft(this);
  }

  /** Begins a waiting job. */
  public static Draft waiting(String id, Terms terms) {
    return new Draft(id, terms);
  }

  @Override
  public String id() {
    return id;
  }

  public Stage stage() {
    return stage;
  }

  public Terms terms() {
    return terms;
  }

  public long priority() {
    return priority;
  }

  public long dueAt() {
    return dueAt;
  }

  public long firstDueAt() {
    return firstDueAt;
  }

  public long scheduledAt() {
    return scheduledAt;
  }

  /** From when DEBOUNCE counts its longest wait. */
  public long anchorAt() {
    return anchorAt;
  }

  /** Tries used; a running one counts. */
  public int attempt() {
    return attempt;
  }

  /** The fence of the last claim, 0 before the first. */
  public long fence() {
    return fence;
  }

  /** The lease; not null if and only if the stage is LEASED. */
  public @Nullable Holding lease() {
    return lease;
  }

  /** The end; not null if and only if the stage is DEAD, DONE or CANCELLED. */
  @Override
  public JobView.@Nullable End end() {
    return end;
  }

  /** When a DONE or CANCELLED job is forgotten; otherwise 0. */
  public long forgetAt() {
    return forgetAt;
  }

  /** The last answers given to requests with a nonce, oldest first. */
  public List<Answer> answers() {
    return answers;
  }

  /** The last failed attempts, oldest first. */
  public List<AttemptRecord> history() {
    return history;
  }

  public @Nullable Successor successor() {
    return successor;
  }

  /** The lease of a job that is known to have one. */
  public Holding holding() {
    Holding held = lease;
    if (held == null) {
      throw new IllegalStateException("no lease on " + id + " in stage " + stage);
    }
    return held;
  }

  /** Whether the job is leased and the lease has ended. */
  public boolean isLapsedAt(long now) {
    return lease != null && lease.until() <= now;
  }

  /** Whether the job was cancelled while it runs. */
  public boolean isMarkedCancelled() {
    return lease != null && lease.cancelled();
  }

  @Override
  public boolean isForgottenAt(long now) {
    return (stage == Stage.DONE || stage == Stage.CANCELLED) && forgetAt <= now;
  }

  /** Whether the job is not worth doing any more. */
  public boolean isExpiredAt(long now) {
    return terms.expiry() != null && expiresAt() <= now;
  }

  /**
   * From when on the job is not worth doing; {@link ClaimResult#NEVER} for one that does not
   * expire.
   */
  public long expiresAt() {
    return expiresAt(terms.expiry(), firstDueAt);
  }

  /** From when on a job with an expiry and a first due time is not worth doing. */
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
    return switch (stage) {
      case WAITING -> dueAt <= now ? JobState.READY : JobState.DELAYED;
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
    return end == null ? dueAt : end.atMillis();
  }

  /** Collects the fields of a {@link JobHead}. */
  public static final class Draft {
    private final String id;
    private Stage stage = Stage.WAITING;
    private Terms terms;
    private long priority;
    private long dueAt;
    private long firstDueAt;
    private long scheduledAt;
    private long anchorAt;
    private int attempt;
    private long fence;
    private @Nullable Holding lease;
    private JobView.@Nullable End end;
    private long forgetAt;
    private List<Answer> answers = List.of();
    private List<AttemptRecord> history = List.of();
    private @Nullable Successor successor;

    private Draft(String id, Terms terms) {
      this.id = id;
      this.terms = terms;
    }

    private Draft(JobHead from) {
      this.id = from.id;
      this.stage = from.stage;
      this.terms = from.terms;
      this.priority = from.priority;
      this.dueAt = from.dueAt;
      this.firstDueAt = from.firstDueAt;
      this.scheduledAt = from.scheduledAt;
      this.anchorAt = from.anchorAt;
      this.attempt = from.attempt;
      this.fence = from.fence;
      this.lease = from.lease;
      this.end = from.end;
      this.forgetAt = from.forgetAt;
      this.answers = from.answers;
      this.history = from.history;
      this.successor = from.successor;
    }

    /** Waiting for {@code newDueAt}, held by nobody. */
    public Draft waitingFor(long newDueAt) {
      this.stage = Stage.WAITING;
      this.dueAt = newDueAt;
      this.lease = null;
      this.end = null;
      this.forgetAt = 0;
      return this;
    }

    /** Held under a lease. */
    public Draft leased(Holding holding) {
      this.stage = Stage.LEASED;
      this.lease = holding;
      this.end = null;
      return this;
    }

    /** Ended: dead (kept until purged) or remembered until {@code newForgetAt}. */
    public Draft ended(Stage newStage, JobView.End newEnd, long newForgetAt) {
      this.stage = newStage;
      this.lease = null;
      this.end = newEnd;
      this.forgetAt = newForgetAt;
      this.successor = null;
      return this;
    }

    /** Other terms; the body stays as it is. */
    public Draft terms(Terms newTerms) {
      this.terms = newTerms;
      return this;
    }

    public Draft priority(long newPriority) {
      this.priority = newPriority;
      return this;
    }

    public Draft firstDueAt(long newFirstDueAt) {
      this.firstDueAt = newFirstDueAt;
      return this;
    }

    public Draft scheduledAt(long newScheduledAt) {
      this.scheduledAt = newScheduledAt;
      return this;
    }

    public Draft anchorAt(long newAnchorAt) {
      this.anchorAt = newAnchorAt;
      return this;
    }

    public Draft attempt(int newAttempt) {
      this.attempt = newAttempt;
      return this;
    }

    public Draft fence(long newFence) {
      this.fence = newFence;
      return this;
    }

    public Draft answers(List<Answer> newAnswers) {
      this.answers = newAnswers;
      return this;
    }

    public Draft history(List<AttemptRecord> newHistory) {
      this.history = newHistory;
      return this;
    }

    public Draft successor(@Nullable Successor newSuccessor) {
      this.successor = newSuccessor;
      return this;
    }

    /** Makes the head. */
    public JobHead done() {
      return new JobHead(this);
    }
  }
}
