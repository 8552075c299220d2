package io.duetime.kernel;

import io.duetime.Cancelled;
import io.duetime.Configured;
import io.duetime.Durability;
import io.duetime.QueueSettings;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.state.EventCounts.Event;
import io.duetime.kernel.state.JobTable;
import io.duetime.kernel.state.QueueDataTable.QueueMemory;
import io.duetime.kernel.state.QueueState;
import io.duetime.kernel.state.QueueState.Observed;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One queue: every operation of the contract, on the jobs of a {@link JobTable}, by the component
 * whose duty it is. Used by one thread at a time; the caller passes the time.
 */
public final class QueueKernel {
  private static final int COPIES = 500;

  final QueueState state;
  final SingleJobChanger changer;
  final QueueViewer viewer;
  final TickScheduler ticks;
  final QueueTransfer transfer;
  final KernelMaintainer maintainer;
  private final SelectionChanger bulk;
  private final Intake intake;
  private final DueJobClaimer claimer;
  private final JobSettler settler;

  /** Takes up a queue where {@code memory} left it. */
  public QueueKernel(
      String queue, JobTable table, QueueMemory memory, Observed observed, long now) {
    this.state = new QueueState(queue, table, memory, observed, now);
    DeadDropper dropper = new DeadDropper(state);
    JobEnder ender = new JobEnder(state, dropper);
    this.intake = new Intake(state, ender);
    this.ticks = new TickScheduler(state, intake, ender, memory.recurring());
    this.changer = new SingleJobChanger(state, ender, ticks);
    this.claimer = new DueJobClaimer(state, ender, ticks);
    this.settler = new JobSettler(state, ender);
    this.bulk = new SelectionChanger(state, ender, changer);
    this.viewer = new QueueViewer(state);
    this.transfer = new QueueTransfer(state, ticks);
    this.maintainer = new KernelMaintainer(state, ender, dropper, ticks);
  }

  /** The observations with which a kernel that replaces this one goes on. */
  public Observed observed() {
    return state.observed().atThisPoint();
  }

  public Scheduled schedule(JobSpec spec, Durability.Reached reached, long now) {
    return intake.schedule(spec, reached, now);
  }

  public Cancelled cancel(String id, Durability.Reached reached, long now) {
    Cancelled result = changer.cancel(id, reached, now);
    ticks.release(now);
    return result;
  }

  BulkChange.Step change(
      Selection selection, BulkChange change, @Nullable String cursor, int limit, long now) {
    BulkChange.Step step = bulk.step(selection, change, cursor, limit, now);
    ticks.release(now);
    return step;
  }

  public ClaimResult claim(ClaimRequest request, long now) {
    state.observed().consumers().recordCall(request.consumer(), now);
    return claimer.claim(request, now);
  }

  ClaimResult claimById(List<String> ids, ClaimRequest request, long now) {
    state.observed().consumers().recordCall(request.consumer(), now);
    return claimer.claimById(ids, request, now);
  }

  public Settled settle(Settlement settlement, long now) {
    boolean mayRelease = ticks.beforeEnd(settlement.lease().id(), now);
    Settled result = settler.settle(settlement, now);
    if (mayRelease) {
      ticks.release(now);
    }
    return result;
  }

  public Optional<JobView> find(String id, long now) {
    return Optional.ofNullable(viewer.find(id, now));
  }

  public Configured configure(QueueSettings settings, long now) {
    return state.configure(settings, now);
  }

  /** Keeps what was observed of the minute that is not over yet. */
  public void savePast() {
    state.observed().lateness().save();
  }

  /**
   * The last fence given. A queue that is made again under the same name has to begin above it, or
   * a lease of the old one would settle a job of the new one.
   */
  public long lastFence() {
    return state.fences().last();
  }

  /** Whether the queue has nothing that its deletion would lose, but counts and its past. */
  boolean isUnused() {
    return state.table().byId(null, 1).isEmpty()
        && state.table().queue().copies(1).isEmpty()
        && ticks.isEmpty()
        && state.settings().version().orElse(0) == 0
        && state.events().of(Event.SET_ASIDE) == 0;
  }

  /** Counts records that could not be understood and were set aside. */
  public void setAside(int records) {
    state.events().add(Event.SET_ASIDE, records);
  }

  /** When maintenance has something to do; may be asked from any thread. */
  public long maintenanceAt() {
    return state.maintenance().at();
  }

  /** Copies of dead jobs that are still to be put into other queues. */
  public List<DeadCopy> copies() {
    return state.table().queue().copies(COPIES);
  }

  /** The moment to tell watchers, or {@link JobTable#NEVER}; to be asked for after each call. */
  public long takeSignal() {
    state.maintenance().notAfter(state.table().nextOrdering());
    return state.wakeUp().takeSignal();
  }

  /** Whether to tell watchers that a running job was cancelled; to be asked for likewise. */
  public boolean takeCancelRequested() {
    return state.wakeUp().takeCancelRequested();
  }

  /**
   * Does what must happen to a queue by itself: lost leases, expiry, ticks, and jobs whose time of
   * being remembered or kept among the dead is over.
   */
  record KernelMaintainer(
      QueueState state, JobEnder ender, DeadDropper dropper, TickScheduler ticks) {
    private static final int PER_DUTY = 500;
    private static final long BETWEEN_COPIES_MILLIS = 1_000;
    private static final long BETWEEN_LOOKS_MILLIS = 1_000;

    /** Does a bounded part of it, and notes when the next part is due. */
    Maintenance maintain(long now) {
      int lost = ender.settleLosses(now, PER_DUTY);
      int expired = expireFirst(now);
      int made = ticks.tick(now);
      List<JobHead> forgettable = state.table().remembered().upTo(now, PER_DUTY);
      forgettable.forEach(state.table()::delete);
      int dropped = dropper.drop(now, PER_DUTY);
      state.maintenance().is(next(now));
      return new Maintenance(
          lost, expired, made, forgettable.size(), dropped, 0, state.maintenance().at());
    }

    private long next(long now) {
      long next = Math.min(state.table().leased().next(), state.table().remembered().next());
      next = Math.min(next, Math.min(ticks.nextTickAt(), dropper.nextAt()));
      for (WholeJob first : first(now)) {
        next = Math.min(next, first.head().expiresAt());
      }
      next = Math.min(next, nextThatMayExpire(now));
      next = Math.min(next, state.table().nextOrdering());
      // A copy whose queue has no room is offered again once a second, not all the time.
      return state.table().queue().copies(1).isEmpty()
          ? next
          : Math.min(next, now + BETWEEN_COPIES_MILLIS);
    }

    // The expiry of the next job in order may not be known, so maintenance looks at that job
    // when it is due; not more often than once a second, however many jobs become due.
    private long nextThatMayExpire(long now) {
      if (state.table().count(Stage.WAITING) + state.table().count(Stage.LEASED) == 0) {
        state.maintenance().nothingExpires();
      }
      return state.maintenance().mayExpire()
          ? Math.max(state.table().nextDueAfter(now), now + BETWEEN_LOOKS_MILLIS)
          : JobTable.NEVER;
    }

    // Only the first job in order is looked at: a further job is judged when it becomes the first,
    // or
    // when a claim meets it.
    private int expireFirst(long now) {
      int expired = 0;
      for (int i = 0; i < PER_DUTY; i++) {
        List<WholeJob> first = first(now);
        if (first.isEmpty()) {
          break;
        }
        JobHead head = first.get(0).head();
        if (ender.expireIfDue(head, now)) {
          expired++;
        } else if (!ticks.withdrawIfMissed(head, now)) {
          break;
        }
      }
      return expired;
    }

    private List<WholeJob> first(long now) {
      return state.table().due(now, now + 1, 1, 1);
    }
  }
}
