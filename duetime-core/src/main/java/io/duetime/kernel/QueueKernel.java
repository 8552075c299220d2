package io.duetime.kernel;

import io.duetime.Cancelled;
import io.duetime.Configured;
import io.duetime.Counts;
import io.duetime.Durability;
import io.duetime.Explanation;
import io.duetime.JobPage;
import io.duetime.QueueConsumer;
import io.duetime.QueueSettings;
import io.duetime.Rescheduled;
import io.duetime.Scheduled;
import io.duetime.Settled;
import io.duetime.Timeline;
import io.duetime.engine.BulkChange;
import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.JobSpec;
import io.duetime.engine.JobView;
import io.duetime.engine.Maintenance;
import io.duetime.engine.RecurringJob;
import io.duetime.engine.RecurringResult;
import io.duetime.engine.Reschedule;
import io.duetime.engine.Selection;
import io.duetime.engine.Settlement;
import io.duetime.kernel.job.Cursor;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.recurring.RecurringEdit;
import io.duetime.kernel.state.EventCounts.Event;
import io.duetime.kernel.state.Fences;
import io.duetime.kernel.state.JobTable;
import io.duetime.kernel.state.LatenessHistory;
import io.duetime.kernel.state.Limiter;
import io.duetime.kernel.state.Observed;
import io.duetime.kernel.state.Presence;
import io.duetime.kernel.state.QueueDataTable.QueueMemory;
import io.duetime.kernel.state.QueueState;
import io.duetime.kernel.transfer.StoreEntry;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One queue: every operation of the contract, on the jobs of a {@link JobTable}. Used by one thread
 * at a time; the caller passes the time.
 */
public final class QueueKernel {
  private static final int COPIES = 500;

  private final QueueState state;
  private final Intake intake;
  private final SingleJobChanger changer;
  private final QueueConfigurer configurer;
  private final Fences fences;
  private final DueJobClaimer claimer;
  private final JobSettler settler;
  private final SelectionLister lister;
  private final SelectionChanger bulk;
  private final QueueViewer viewer;
  private final TickScheduler ticks;
  private final QueueTransfer transfer;
  private final KernelMaintainer maintainer;
  private final Observed observed;
  private final Presence presence;

  /** Takes up a queue where {@code memory} left it. */
  public QueueKernel(
      String queue, JobTable table, QueueMemory memory, Observed observed, long now) {
    this.observed = observed;
    this.presence = observed.presence();
    this.state = new QueueState(queue, table, memory.settings(), observed.events());
    LatenessHistory lateness = observed.lateness();
    lateness.keepIn(table.queue(), memory.past());
    DeadDropper dropper = new DeadDropper(state, observed.deadWarner(queue));
    JobEnder ender = new JobEnder(state, dropper);
    this.intake = new Intake(state, ender);
    this.changer = new SingleJobChanger(state, ender);
    Limiter limiter = new Limiter(state, now);
    this.configurer = new QueueConfigurer(state, limiter);
    this.fences = new Fences(table.queue(), memory.fenceFloor());
    this.ticks = new TickScheduler(state, intake, changer, memory.recurring());
    this.claimer = new DueJobClaimer(state, ender, limiter, fences, lateness, ticks);
    this.settler = new JobSettler(state, ender, limiter);
    this.lister = new SelectionLister(state);
    this.bulk = new SelectionChanger(state, ender, lister, changer);
    this.viewer = new QueueViewer(state, limiter, lateness, presence);
    this.transfer = new QueueTransfer(state, fences, ticks, configurer);
    this.maintainer = new KernelMaintainer(state, ender, dropper, ticks);
  }

  /** The observations with which a kernel that replaces this one goes on. */
  public Observed observed() {
    return observed.atThisPoint();
  }

  /** The next calls are about these jobs; see {@link JobTable#expect}. */
  public void expect(List<String> ids) {
    state.table().expect(ids);
  }

  public Scheduled schedule(JobSpec spec, Durability.Reached reached, long now) {
    return intake.schedule(spec, reached, now);
  }

  public Cancelled cancel(String id, Durability.Reached reached, long now) {
    return changer.cancel(id, reached, now);
  }

  public Rescheduled reschedule(Reschedule change, Durability.Reached reached, long now) {
    return changer.reschedule(change, reached, now);
  }

  public BulkChange.Step change(
      Selection selection, BulkChange change, @Nullable String cursor, int limit, long now) {
    return bulk.step(selection, change, cursor, limit, now);
  }

  public ClaimResult claim(ClaimRequest request, long now) {
    presence.asks(request.consumer(), now);
    return claimer.claim(request, now);
  }

  public ClaimResult claimById(List<String> ids, ClaimRequest request, long now) {
    presence.asks(request.consumer(), now);
    return claimer.claimById(ids, request, now);
  }

  public Settled settle(Settlement settlement, long now) {
    return settler.settle(settlement, now);
  }

  public Optional<JobView> find(String id, long now) {
    return Optional.ofNullable(state.known(id, now)).map(head -> viewer.readable(head, now));
  }

  public Explanation explain(String id, long now) {
    return viewer.explain(state.known(id, now), now);
  }

  public JobPage<JobView> list(Selection selection, @Nullable String cursor, int limit, long now) {
    return viewer.page(lister.slice(selection, Cursor.parse(cursor), limit, now), now);
  }

  public Counts counts(long now) {
    return viewer.counts(now);
  }

  public Timeline timeline(long from, long to, int buckets, long now) {
    return viewer.timeline(from, to, buckets, now);
  }

  /** Keeps what was observed of the minute that is not over yet. */
  public void savePast() {
    observed.lateness().save();
  }

  public List<QueueConsumer> consumers(long now) {
    return viewer.consumers(now);
  }

  /**
   * The last fence given. A queue that is made again under the same name has to begin above it, or
   * a lease of the old one would settle a job of the new one.
   */
  public long lastFence() {
    return fences.last();
  }

  /** Whether the queue has nothing that its deletion would lose, but counts and its past. */
  public boolean isUnused() {
    return state.table().byId(null, 1).isEmpty()
        && state.table().queue().copies(1).isEmpty()
        && ticks.isEmpty()
        && state.settings().version().orElse(0) == 0
        && state.events().of(Event.SET_ASIDE) == 0;
  }

  public QueueSettings settings() {
    return state.settings();
  }

  public Configured configure(QueueSettings settings, long now) {
    return configurer.to(settings, now);
  }

  public RecurringResult editRecurring(String name, RecurringEdit edit, long now) {
    return ticks.edit(name, edit, now);
  }

  public List<RecurringJob.View> recurring(long now) {
    return ticks.views(now);
  }

  public List<StoreEntry> entries() {
    return transfer.entries();
  }

  public QueueTransfer.Stretch jobs(@Nullable String afterId, int limit, long now) {
    return transfer.jobs(afterId, limit, now);
  }

  public List<Boolean> take(List<StoreEntry> entries, long now) {
    return transfer.take(entries, now);
  }

  /** Counts records that could not be understood and were set aside. */
  public void setAside(int records) {
    state.events().add(Event.SET_ASIDE, records);
  }

  /**
   * Does a bounded part of what must happen by itself, without copies, which change another queue.
   */
  public Maintenance maintain(long now) {
    return maintainer.maintain(now);
  }

  /** When {@link #maintain} has something to do; may be asked from any thread. */
  public long maintenanceAt() {
    return state.maintenance().at();
  }

  /** Copies of dead jobs that are still to be put into other queues. */
  public List<DeadCopy> copies() {
    return state.table().queue().copies(COPIES);
  }

  public void copied(DeadCopy copy) {
    state.table().queue().deleteCopy(copy);
  }

  /** The moment to tell watchers, or {@link JobTable#NEVER}; to be asked for after each call. */
  public long takeSignal() {
    state.maintenance().notAfter(state.table().nextOrdering());
    return state.wakeUp().takeSignal();
  }
}
