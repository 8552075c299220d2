package io.duetime.internal.kernel;

import io.duetime.Configured;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.QueueSettings;
import io.duetime.engine.BulkChange;
import io.duetime.engine.CancelResult;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ConsumerPresence;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.JobViewPage;
import io.duetime.engine.Maintenance;
import io.duetime.engine.QueueCounts;
import io.duetime.engine.QueueTimeline;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.Reschedule;
import io.duetime.engine.RescheduleResult;
import io.duetime.engine.ScheduleResult;
import io.duetime.engine.Selection;
import io.duetime.engine.SettleResult;
import io.duetime.engine.Settlement;
import io.duetime.internal.kernel.job.DeadCopy;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Stage;
import io.duetime.internal.kernel.job.JobLease;
import io.duetime.internal.kernel.job.WholeJob;
import io.duetime.internal.kernel.list.Cursor;
import io.duetime.internal.kernel.list.JobGroup;
import io.duetime.internal.kernel.recurring.RecurringEdit;
import io.duetime.internal.kernel.state.EventCounts.Event;
import io.duetime.internal.kernel.state.Fences;
import io.duetime.internal.kernel.state.JobTable;
import io.duetime.internal.kernel.state.LatenessHistory;
import io.duetime.internal.kernel.state.Limiter;
import io.duetime.internal.kernel.state.Observed;
import io.duetime.internal.kernel.state.Presence;
import io.duetime.internal.kernel.state.QueueMemory;
import io.duetime.internal.kernel.state.QueueState;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.internal.kernel.transfer.Transfer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One queue: every operation of the contract, on whatever a {@link JobTable} keeps. Used by one
 * thread at a time; the caller brings the time.
 */
public final class QueueKernel {
  private static final int PER_DUTY = 500;
  private static final long BETWEEN_COPIES_MILLIS = 1_000;
  private static final long BETWEEN_LOOKS_MILLIS = 1_000;
  private static final int ALL_LEASES = Integer.MAX_VALUE;

  private final QueueState state;
  private final DeadDropper dropper;
  private final JobEnder endings;
  private final Intake intake;
  private final SingleJobChanger changes;
  private final QueueConfigurer configuring;
  private final Fences fences;
  private final DueJobClaimer claims;
  private final JobSettler settling;
  private final SelectionLister lister;
  private final SelectionChanger bulk;
  private final QueueViewer views;
  private final TickScheduler recurring;
  private final QueueTransfer transfer;
  private final Observed observed;
  private final Presence presence;

  /** Takes up a queue where {@code memory} left it. */
  public QueueKernel(
      String queue, JobTable table, QueueMemory memory, Observed observed, long now) {
    this.observed = observed;
    this.presence = observed.presence();
    this.state = new QueueState(queue, table, memory.settings(), observed.events());
    LatenessHistory lateness = observed.lateness();
    this.dropper = new DeadDropper(state, observed.deadWarner(queue));
    this.endings = new JobEnder(state, dropper);
    this.intake = new Intake(state, endings);
    this.changes = new SingleJobChanger(state, endings);
    Limiter limiter = new Limiter(state, now);
    this.configuring = new QueueConfigurer(state, limiter);
    this.fences = new Fences(table, memory.fenceFloor());
    this.claims = new DueJobClaimer(state, endings, limiter, fences, lateness);
    this.settling = new JobSettler(state, endings, limiter);
    this.lister = new SelectionLister(state);
    this.bulk = new SelectionChanger(state, endings, lister, changes);
    this.views = new QueueViewer(state, limiter, lateness, presence);
    this.recurring = new TickScheduler(state, intake, changes, memory.recurring());
    this.transfer = new QueueTransfer(state, fences, recurring, configuring);
  }

  /**
   * What a kernel that takes the place of this one, with the jobs as they are now, goes on with.
   */
  public Observed observed() {
    return observed.atThisPoint();
  }

  /** The next calls are about these jobs; see {@link JobTable#expect}. */
  public void expect(List<String> ids) {
    state.table().expect(ids);
  }

  public ScheduleResult schedule(JobSpec spec, Durability.Reached reached, long now) {
    return intake.schedule(spec, reached, now);
  }

  public CancelResult cancel(String id, Durability.Reached reached, long now) {
    return changes.cancel(id, reached, now);
  }

  public RescheduleResult reschedule(Reschedule change, Durability.Reached reached, long now) {
    return changes.reschedule(change, reached, now);
  }

  public BulkChange.Step change(
      Selection selection, BulkChange change, @Nullable String cursor, int limit, long now) {
    return bulk.step(selection, change, cursor, limit, now);
  }

  public ClaimResult claim(ClaimRequest request, long now) {
    presence.asks(request.consumer(), now);
    return claims.claim(request, now);
  }

  public ClaimResult claimById(List<String> ids, ClaimRequest request, long now) {
    presence.asks(request.consumer(), now);
    return claims.claimById(ids, request, now);
  }

  public SettleResult settle(Settlement settlement, long now) {
    return settling.settle(settlement, now);
  }

  public Optional<JobView> find(String id, long now) {
    return Optional.ofNullable(state.known(id, now)).map(head -> views.view(head, now));
  }

  public Explanation explain(String id, long now) {
    return views.explain(state.known(id, now), now);
  }

  public JobViewPage list(Selection selection, @Nullable String cursor, int limit, long now) {
    SelectionLister.Slice slice = lister.slice(selection, Cursor.parse(cursor), limit, now);
    List<JobView> jobs =
        slice.heads().stream().flatMap(head -> Stream.ofNullable(views.view(head, now))).toList();
    Cursor next = slice.next();
    return new JobViewPage(jobs, next == null ? null : next.text());
  }

  public QueueCounts counts(long now) {
    return views.counts(now);
  }

  public QueueTimeline timeline(long from, long to, int buckets, long now) {
    return views.timeline(from, to, buckets, now);
  }

  public List<ConsumerPresence> consumers(long now) {
    Map<String, Long> running = new HashMap<>();
    for (JobHead head : state.table().page(JobGroup.LEASED, 0, JobTable.NEVER, null, ALL_LEASES)) {
      JobLease lease = head.leaseOrThrow();
      if (lease.deadline() > now) {
        running.merge(lease.consumer(), 1L, Long::sum);
      }
    }
    return presence.list(now, running);
  }

  /**
   * The last fence given. A queue that is made again under the same name has to begin above it, or
   * a lease of the old one would settle a job of the new one.
   */
  public long lastFence() {
    return fences.last();
  }

  public QueueSettings settings() {
    return state.settings();
  }

  public Configured configure(QueueSettings settings, long now) {
    return configuring.to(settings, now);
  }

  public Optional<RecurringJob.View> editRecurring(String name, RecurringEdit edit, long now) {
    return recurring.edit(name, edit, now);
  }

  public List<RecurringJob.View> recurring(long now) {
    return recurring.views(now);
  }

  /** See {@link Transfer#queueEntries}. */
  public List<StoreEntry> entries() {
    return transfer.entries();
  }

  /** See {@link QueueTransfer#jobs}. */
  public QueueTransfer.Stretch jobs(@Nullable String afterId, int limit, long now) {
    return transfer.jobs(afterId, limit, now);
  }

  /** See {@link Transfer#take}. */
  public List<Boolean> take(List<StoreEntry> entries, long now) {
    return transfer.take(entries, now);
  }

  /** A record that could not be understood has been put out of the way. */
  public void setAside(int records) {
    state.events().add(Event.SET_ASIDE, records);
  }

  /**
   * Does a bounded part of what must happen by itself, but for copies, which touch another queue.
   */
  public Maintenance maintain(long now) {
    int lost = endings.settleLosses(now, PER_DUTY);
    int expired = expireFirst(now);
    int ticks = recurring.tick(now);
    List<JobHead> forgettable = state.table().forgettable(now, PER_DUTY);
    forgettable.forEach(state.table()::delete);
    int dropped = dropper.drop(now, PER_DUTY);
    state.maintenance().is(nextMaintenance(now));
    return new Maintenance(
        lost, expired, ticks, forgettable.size(), dropped, 0, state.maintenance().at());
  }

  /** When {@link #maintain} has something to do; may be asked from any thread. */
  public long maintenanceAt() {
    return state.maintenance().at();
  }

  private long nextMaintenance(long now) {
    long next = Math.min(state.table().nextLeaseEnd(), state.table().nextForget());
    next = Math.min(next, Math.min(recurring.nextTickAt(), dropper.nextAt()));
    for (WholeJob first : first(now)) {
      next = Math.min(next, first.head().expiresAt());
    }
    next = Math.min(next, nextThatMayExpire(now));
    // A copy whose queue has no room is offered again and again, not all the time.
    return state.table().copies(1).isEmpty() ? next : Math.min(next, now + BETWEEN_COPIES_MILLIS);
  }

  // The next job in the line is looked at when it is due, as its expiry may not be known any more;
  // not more often than once a second, however many jobs come due.
  private long nextThatMayExpire(long now) {
    if (state.table().count(Stage.WAITING) + state.table().count(Stage.LEASED) == 0) {
      state.maintenance().nothingExpires();
    }
    return state.maintenance().mayExpire()
        ? Math.max(state.table().nextDueAfter(now), now + BETWEEN_LOOKS_MILLIS)
        : JobTable.NEVER;
  }

  // Only the first in the line is looked at: the rest is judged when it comes to be first, or when
  // a claim meets it.
  private int expireFirst(long now) {
    int expired = 0;
    while (expired < PER_DUTY && isFirstExpired(now)) {
      expired++;
    }
    return expired;
  }

  private boolean isFirstExpired(long now) {
    for (WholeJob job : first(now)) {
      if (job.head().isExpiredAt(now)) {
        endings.expire(job.head(), now);
        return true;
      }
    }
    return false;
  }

  private List<WholeJob> first(long now) {
    return state.table().due(now, now + 1, 1, 1);
  }

  /** Copies of dead jobs that are still to be put into other queues. */
  public List<DeadCopy> copies() {
    return state.table().copies(PER_DUTY);
  }

  /** A copy has been put where it belongs. */
  public void copied(DeadCopy copy) {
    state.table().deleteCopy(copy);
  }

  /** The moment to tell watchers, or {@link JobTable#NEVER}; told once. */
  public long takeSignal() {
    return state.wakeUp().takeSignal();
  }
}
