package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.table.JobRecords.PlacedJob;
import io.duetime.engine.JobBody;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.JobTable;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the jobs of one queue on disk. On the heap are the next waiting jobs, all leases, and what
 * the current group has touched; so the cost of claiming and settling does not depend on how many
 * jobs wait.
 */
public final class RocksJobTable implements JobTable {
  private final WriteGroup group;
  private final QueueRecords queue;
  private final DamagedRecords damaged;
  private final JobRecords jobs;
  private final JobPlaces places;
  private final TagIndex tags;
  private final DueJobs dueJobs;
  private final DueCounts dueCounts;
  private final TablePages pages;
  private final AtomicLong live;

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
    Keys keys = new Keys(setup.number());
    this.group = group;
    this.live = setup.live();
    this.damaged = new DamagedRecords(setup.queue(), group);
    this.queue = new QueueRecords(group, keys, damaged);
    this.jobs = new JobRecords(group, keys, damaged);
    this.places = new JobPlaces(group, keys, queue, setup.window(), now);
    this.tags = new TagIndex(group, keys);
    this.dueJobs = new DueJobs(places, jobs, this::setAside);
    this.dueCounts = new DueCounts(places.order().line(), places.minutes());
    this.pages = new TablePages(places, tags, jobs);
    leased.forEach(places.leases()::put);
  }

  /** Counts no more leased jobs whose records were set aside at opening. */
  void lose(int leases) {
    places.count(Stage.LEASED, -leases);
    live.addAndGet(-leases);
    damaged.add(leases);
  }

  /** How many records were set aside since the last call. */
  public int takeSetAside() {
    return damaged.takeCount();
  }

  @Override
  public void expect(List<String> ids) {
    writeIfLarge();
    jobs.expect(ids.stream().filter(id -> places.leases().find(id) == null).toList());
  }

  @Override
  public @Nullable JobHead find(String id) {
    JobHead leased = places.leases().find(id);
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
    places.enter(head);
    tags.add(head);
    jobs.insert(head, body);
  }

  @Override
  public void update(JobHead before, JobHead after) {
    PlacedJob held = leave(before);
    places.enter(after);
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
    tags.remove(head);
    jobs.erase(head, held);
  }

  private @Nullable PlacedJob leave(JobHead head) {
    if (head.stage() == Stage.LEASED) {
      places.leave(head);
      return null;
    }
    PlacedJob held = jobs.find(head.id());
    if (held == null) {
      throw new IllegalStateException("no job " + head.id());
    }
    places.leave(head);
    return held;
  }

  @Override
  public List<WholeJob> due(long now, long beforeMillis, int max, long maxBytes) {
    return dueJobs.first(now, beforeMillis, max, maxBytes);
  }

  @Override
  public long nextDue() {
    return places.order().nextDue();
  }

  @Override
  public long nextDueAfter(long now) {
    return places.order().nextDueAfter(now);
  }

  @Override
  public long nextOrdering() {
    return places.order().nextOrdering();
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
  public List<JobHead> lapsed(long now, int max) {
    return places.leases().lapsed(now, max);
  }

  @Override
  public long lapsedCount(long now) {
    return places.leases().lapsedCount(now);
  }

  @Override
  public long nextLeaseDeadline() {
    return places.leases().nextDeadline();
  }

  @Override
  public List<JobHead> forgettable(long now, int max) {
    return pages.forgettable(now, max);
  }

  @Override
  public long forgettableCount(Stage stage, long now) {
    return places.ended().forgettableCount(stage, now);
  }

  @Override
  public long nextForget() {
    return places.ended().nextForget();
  }

  @Override
  public List<JobHead> oldestDead(long upTo, int max) {
    return pages.oldestDead(upTo, max);
  }

  @Override
  public long deadCount(long upTo) {
    return places.ended().deadCount(upTo);
  }

  @Override
  public long count(Stage stage) {
    return places.count(stage);
  }

  @Override
  public List<JobHead> page(JobGroup of, long from, long to, @Nullable Position after, int limit) {
    return pages.page(of, new TablePages.Range(from, to), after, limit);
  }

  @Override
  public List<JobHead> tagged(String tag, @Nullable String afterId, int limit) {
    return pages.tagged(tag, afterId, limit);
  }

  @Override
  public List<JobHead> byId(@Nullable String afterId, int limit) {
    return pages.byId(afterId, limit);
  }

  @Override
  public QueueRecords queue() {
    return queue;
  }
}
