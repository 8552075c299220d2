package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Keys.End;
import io.duetime.embedded.internal.record.IndexEntry;
import io.duetime.embedded.internal.record.QueueTally;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.table.DueLine.NearJob;
import io.duetime.embedded.internal.table.JobRecords.PlacedJob;
import io.duetime.engine.JobBody;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.DeadlineOrder;
import io.duetime.kernel.state.DeadlineOrder.TimedJob;
import io.duetime.kernel.state.JobTable;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the jobs of one queue on disk. On the heap are the next waiting jobs, all leases, as
 * settling one must not wait for the disk, and what the current group has touched; so the cost of
 * claiming and settling does not depend on how many jobs wait.
 */
public final class RocksJobTable implements JobTable, WriteGroup.Member {
  private final WriteGroup group;
  private final Keys keys;
  private final QueueRecords queue;
  private final DamagedRecords damaged;
  private final JobRecords jobs;
  private final ClaimOrder order;
  private final MinuteCounts minutes;
  private final DueCounts dueCounts;
  private final Map<String, Lease> leases = new HashMap<>();
  private final DeadlineOrder<Lease> deadlines;
  private final RetryingJobs retrying;
  private final EndedJobs dead;
  private final EndedJobs remembered;
  private final EndedJobs forgotten;
  private final JobFinder finder;
  private final EnumMap<Stage, Long> stages = new EnumMap<>(Stage.class);
  private final AtomicLong live;
  private boolean joined;

  private static final class Lease extends TimedJob {
    private final JobHead head;

    Lease(JobHead head) {
      this.head = head;
    }

    @Override
    public String id() {
      return head.id();
    }
  }

  /**
   * The queue whose table is opened.
   *
   * @param queue its name
   * @param number the number that its keys begin with
   * @param window how many of the next waiting jobs the heap is to hold, up to twice as many
   * @param live counts the jobs of all queues
   */
  record Setup(String queue, int number, int window, AtomicLong live) {}

  /**
   * Opens the table of a queue as it was left.
   *
   * @param leased the heads of all its leased jobs
   */
  RocksJobTable(Setup setup, WriteGroup group, Collection<JobHead> leased, long now) {
    this.group = group;
    this.keys = new Keys(setup.number());
    this.live = setup.live();
    this.damaged = new DamagedRecords(setup.queue(), group);
    this.queue = new QueueRecords(group, keys, damaged);
    this.jobs = new JobRecords(group, keys, damaged);
    this.order = new ClaimOrder(group, keys, setup.window(), now, this::join);
    this.minutes = new MinuteCounts(group, keys);
    this.dueCounts = new DueCounts(order.line(), minutes);
    this.deadlines = new DeadlineOrder<>(now);
    this.retrying = new RetryingJobs(group, keys, queue);
    this.dead = new EndedJobs(group, keys, End.DEAD);
    this.remembered = new EndedJobs(group, keys, End.REMEMBERED);
    this.forgotten = new EndedJobs(group, keys, End.FORGET);
    this.finder = new JobFinder(this, group, keys, jobs);
    byte[] tally = queue.tally();
    if (tally != null) {
      QueueTally known = Records.tally(tally);
      stages.putAll(known.stages());
      order.restore(count(Stage.WAITING), known);
    }
    leased.forEach(this::putLease);
  }

  private void join() {
    if (!joined) {
      joined = true;
      group.join(this);
    }
  }

  @Override
  public void complete(Batch to) {
    minutes.complete(to);
    to.put(Family.META, queue.tallyKey(), group.records().tally(order.tally(stages)));
  }

  @Override
  public void written() {
    joined = false;
  }

  ClaimOrder order() {
    return order;
  }

  /** The ended jobs of a group by the moment of their end. */
  EndedJobs ended(JobGroup of) {
    return of == JobGroup.DEAD ? dead : remembered;
  }

  @Nullable JobHead lease(String id) {
    Lease lease = leases.get(id);
    return lease == null ? null : lease.head;
  }

  List<JobHead> leases() {
    return leases.values().stream().map(lease -> lease.head).toList();
  }

  private void putLease(JobHead head) {
    removeLease(head.id()); // there may be two where the store is damaged
    Lease lease = new Lease(head);
    leases.put(head.id(), lease);
    deadlines.add(lease, head.leaseOrThrow().deadline());
  }

  /** Counts no more leased jobs whose records were set aside at opening. */
  void lose(int lost) {
    count(Stage.LEASED, -lost);
    live.addAndGet(-lost);
    damaged.add(lost);
  }

  /** How many records were set aside since the last call. */
  public int takeSetAside() {
    return damaged.takeCount();
  }

  @Override
  public void expect(List<String> ids) {
    writeIfLarge();
    jobs.expect(ids.stream().filter(id -> !leases.containsKey(id)).toList());
  }

  @Override
  public @Nullable JobHead find(String id) {
    JobHead leased = lease(id);
    if (leased != null) {
      return leased;
    }
    writeIfLarge();
    PlacedJob held = jobs.find(id);
    return held == null ? null : held.head();
  }

  // Every change of a job begins with finding it, so what is to be written is whole there.
  private void writeIfLarge() {
    if (group.isLarge()) {
      group.write();
    }
  }

  @Override
  public @Nullable JobBody body(JobHead head) {
    return jobs.body(head.id());
  }

  @Override
  public void setAside(JobHead head) {
    jobs.keepDamaged(head);
    delete(head);
  }

  @Override
  public void insert(JobHead head, JobBody body) {
    live.incrementAndGet();
    enter(head);
    put(IndexEntry.ofTags(keys, head));
    jobs.insert(head, body);
  }

  @Override
  public void update(JobHead before, JobHead after) {
    PlacedJob held = leave(before);
    enter(after);
    if (!before.tags().equals(after.tags())) {
      remove(IndexEntry.ofTags(keys, before));
      put(IndexEntry.ofTags(keys, after));
    }
    jobs.change(before, held, after);
  }

  @Override
  public void replace(JobHead before, JobHead after, JobBody body) {
    delete(before);
    insert(after, body);
  }

  @Override
  public void delete(JobHead head) {
    PlacedJob held = leave(head);
    live.decrementAndGet();
    remove(IndexEntry.ofTags(keys, head));
    jobs.erase(head, held);
  }

  private void put(List<IndexEntry> entries) {
    for (IndexEntry entry : entries) {
      group.batch().put(entry.family(), entry.key(), entry.value());
    }
  }

  private void remove(List<IndexEntry> entries) {
    for (IndexEntry entry : entries) {
      group.batch().deleteOnce(entry.family(), entry.key());
    }
  }

  private void enter(JobHead head) {
    count(head.stage(), 1);
    put(IndexEntry.ofStage(keys, head));
    switch (head.stage()) {
      case WAITING -> {
        minutes.add(head.dueAt(), 1);
        order.add(head);
        if (head.isRetrying()) {
          retrying.add(head);
        }
      }
      case LEASED -> putLease(head);
      case DEAD -> dead.added(head.moment());
      case DONE, CANCELLED -> forgotten.added(head.forgetAt());
    }
  }

  /** Takes a job from its place; answers its record, which a leased one has no need of. */
  private @Nullable PlacedJob leave(JobHead head) {
    PlacedJob held = head.stage() == Stage.LEASED ? null : jobs.find(head.id());
    if (held == null && head.stage() != Stage.LEASED) {
      throw new IllegalStateException("no job " + head.id());
    }
    count(head.stage(), -1);
    remove(IndexEntry.ofStage(keys, head));
    switch (head.stage()) {
      case WAITING -> {
        leaveOrder(head.priority(), Position.of(head));
        if (head.isRetrying()) {
          retrying.remove(head);
        }
      }
      case LEASED -> removeLease(head.id());
      case DEAD -> dead.removed(head.moment());
      case DONE, CANCELLED -> forgotten.removed(head.forgetAt());
    }
    return held;
  }

  private void removeLease(String id) {
    Lease lease = leases.remove(id);
    if (lease != null) {
      deadlines.remove(lease);
    }
  }

  private void leaveOrder(long priority, Position place) {
    minutes.add(place.moment(), -1);
    order.remove(priority, place);
  }

  /** Takes away an entry of the waiting jobs that points to a job whose record was set aside. */
  void drop(NearJob entry) {
    count(Stage.WAITING, -1);
    group.batch().deleteOnce(Family.DUE, keys.due(entry.dueAt(), entry.id()));
    leaveOrder(entry.priority, entry.place);
  }

  /** Takes away an entry of the ended jobs that points to nothing. */
  void drop(JobGroup of, EndedJobs.Entry entry) {
    count(entry.stage(), -1);
    ended(of).remove(entry);
  }

  private void count(Stage stage, int change) {
    join();
    stages.merge(stage, (long) change, Long::sum);
  }

  @Override
  public long count(Stage stage) {
    return stages.getOrDefault(stage, 0L);
  }

  @Override
  public List<WholeJob> due(long now, long beforeMillis, int max, long maxBytes) {
    return finder.due(now, beforeMillis, max, maxBytes);
  }

  @Override
  public long nextDue() {
    return order.nextDue();
  }

  @Override
  public long nextDueAfter(long now) {
    return order.nextDueAfter(now);
  }

  @Override
  public long nextOrdering() {
    return order.nextOrdering();
  }

  @Override
  public long readyCount(long now) {
    return dueCounts.ready(now);
  }

  @Override
  public long[] waitingBetween(long from, long to, int buckets) {
    return dueCounts.between(from, to, buckets);
  }

  @Override
  public long retryingCount() {
    return retrying.count();
  }

  @Override
  public List<JobHead> retrying(long from, long to, @Nullable Position after, int limit) {
    return finder.retrying(retrying, from, to, after, limit);
  }

  @Override
  public ByMoment leased() {
    return deadlines.heads(lease -> lease.head);
  }

  @Override
  public ByMoment dead() {
    return finder.dead(dead);
  }

  @Override
  public ByMoment remembered() {
    return finder.remembered(forgotten);
  }

  @Override
  public List<JobHead> page(JobGroup of, long from, long to, @Nullable Position after, int limit) {
    return finder.page(of, from, to, after, limit);
  }

  @Override
  public List<JobHead> tagged(String tag, @Nullable String afterId, int limit) {
    return finder.tagged(tag, afterId, limit);
  }

  @Override
  public List<JobHead> byId(@Nullable String afterId, int limit) {
    return finder.byId(afterId, limit);
  }

  @Override
  public QueueRecords queue() {
    return queue;
  }
}
