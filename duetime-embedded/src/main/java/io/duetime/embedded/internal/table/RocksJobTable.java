package io.duetime.embedded.internal.table;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.engine.JobBody;
import io.duetime.engine.QueueSettings;
import io.duetime.internal.kernel.DeadCopy;
import io.duetime.internal.kernel.JobHead;
import io.duetime.internal.kernel.JobHead.Stage;
import io.duetime.internal.kernel.JobTable;
import io.duetime.internal.kernel.Position;
import io.duetime.internal.kernel.QueueMemory;
import io.duetime.internal.kernel.RecurringState;
import io.duetime.internal.kernel.StoredJob;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the jobs of one queue on disk. On the heap are the next jobs of each line, all leases, and
 * what the current group has touched; so claiming and settling cost the same whatever waits.
 */
public final class RocksJobTable implements JobTable, WriteGroup.Member {
  /** How many jobs are fetched at once: enough to be quick, few enough for the heap. */
  private static final int FETCH = 128;

  private final WriteGroup group;
  private final JobRecords jobs;
  private final WaitingLines lines;
  private final LeaseBook leases;
  private final EndedJobs ended;
  private final TagIndex tags;
  private final MinuteCounts minutes;
  private final DueCounts dueCounts;
  private final QueueRecords queue;
  private final DamagedRecords damaged;
  private final Tally tally = new Tally();
  private final AtomicLong live;
  private boolean joined;
  private boolean changed;

  /**
   * Takes up the table of a queue where it was left.
   *
   * @param leased the heads of all its leased jobs
   */
  RocksJobTable(TableSetup setup, WriteGroup group, Collection<JobHead> leased, long now) {
    Keys keys = new Keys(setup.number());
    this.group = group;
    this.live = setup.live();
    this.damaged = new DamagedRecords(setup.queue(), group);
    this.jobs = new JobRecords(group, keys, damaged);
    this.lines = new WaitingLines(group, keys, setup.window(), now);
    this.leases = new LeaseBook(now);
    this.ended = new EndedJobs(group, keys);
    this.tags = new TagIndex(group, keys);
    this.minutes = new MinuteCounts(group, keys);
    this.dueCounts = new DueCounts(group, lines, minutes);
    this.queue = new QueueRecords(group, keys);
    byte[] counts = queue.tally();
    if (counts != null) {
      tally.restore(counts, lines);
    }
    leased.forEach(leases::put);
  }

  /** What the queue knows besides its jobs. */
  public QueueMemory memory() {
    return queue.memory();
  }

  /** Counts no more leased jobs whose records were set aside at opening. */
  void lose(int leases) {
    join();
    count(Stage.LEASED, -leases);
    live.addAndGet(-leases);
    damaged.add(leases);
  }

  /** How many records were set aside since the last call. */
  public int takeSetAside() {
    return damaged.takeCount();
  }

  @Override
  public void complete(Batch to) {
    if (changed) {
      changed = false;
      minutes.complete(to);
      lines.raiseFloors();
      to.put(Family.META, queue.tallyKey(), tally.record(lines));
    }
  }

  @Override
  public void written() {
    jobs.written();
    joined = false;
  }

  // What has only been read must be forgotten with the group as well, so reading joins, too.
  private void join() {
    if (!joined) {
      joined = true;
      group.join(this);
    }
  }

  @Override
  public @Nullable JobHead find(String id) {
    JobHead leased = leases.find(id);
    if (leased != null) {
      return leased;
    }
    // Every change of a job begins with finding it, so what is to be written is whole here.
    if (group.isLarge()) {
      group.write();
    }
    join();
    Held held = jobs.find(id);
    return held == null ? null : held.head();
  }

  @Override
  public JobBody body(JobHead head) {
    join();
    JobBody body = jobs.body(head.id());
    if (body == null) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "the record of job " + head.id() + " cannot be understood; restore a backup beside it");
    }
    return body;
  }

  @Override
  public void insert(JobHead head, JobBody body) {
    join();
    live.incrementAndGet();
    int level = enter(head);
    tags.add(head);
    jobs.insert(head, level, body);
  }

  @Override
  public void update(JobHead before, JobHead after) {
    join();
    Held held = leave(before);
    jobs.change(before, held, after, enter(after));
  }

  @Override
  public void replace(JobHead before, JobHead after, JobBody body) {
    delete(before);
    insert(after, body);
  }

  @Override
  public void delete(JobHead head) {
    join();
    Held held = leave(head);
    live.decrementAndGet();
    tags.remove(head);
    jobs.erase(head, held);
  }

  private void count(Stage stage, int change) {
    changed = true;
    tally.add(stage, change);
  }

  private int enter(JobHead head) {
    count(head.stage(), 1);
    return switch (head.stage()) {
      case WAITING -> {
        minutes.add(head.dueAt(), 1);
        yield lines.add(head);
      }
      case LEASED -> {
        leases.put(head);
        yield 0;
      }
      case DEAD, DONE, CANCELLED -> {
        ended.add(head);
        yield 0;
      }
    };
  }

  private @Nullable Held leave(JobHead head) {
    if (head.stage() == Stage.LEASED) {
      count(Stage.LEASED, -1);
      leases.remove(head.id());
      return null;
    }
    Held held = jobs.find(head.id());
    if (held == null) {
      throw new IllegalStateException("no job " + head.id());
    }
    count(head.stage(), -1);
    if (head.stage() == Stage.WAITING) {
      minutes.add(head.dueAt(), -1);
      lines.remove(held.level(), head.dueAt(), head.id());
    } else {
      ended.remove(head);
    }
    return held;
  }

  @Override
  public List<StoredJob> due(long now, long beforeMillis, int max, long maxBytes) {
    List<StoredJob> found = new ArrayList<>();
    long room = maxBytes;
    List<NearJob> next = lines.due(beforeMillis, max);
    for (int from = 0; from < next.size() && room > 0; from += FETCH) {
      List<NearJob> some = next.subList(from, Math.min(from + FETCH, next.size()));
      room = fetch(some, found, room);
    }
    return found.isEmpty() && !next.isEmpty() ? due(now, beforeMillis, max, maxBytes) : found;
  }

  private long fetch(List<NearJob> wanted, List<StoredJob> found, long maxBytes) {
    join();
    List<@Nullable Held> held = jobs.find(wanted.stream().map(NearJob::id).toList(), true);
    long room = maxBytes;
    for (int i = 0; i < wanted.size() && room > 0; i++) {
      NearJob job = wanted.get(i);
      Held known = held.get(i);
      if (known == null || !stands(known, job.place, job.line)) {
        drop(job.line, job.place);
      } else {
        JobBody body = body(known.head());
        found.add(new StoredJob(known.head(), body));
        room -= body.payload().length;
      }
    }
    return room;
  }

  private static boolean stands(Held held, Position place, Line line) {
    return held.head().stage() == Stage.WAITING
        && held.head().dueAt() == place.moment()
        && held.level() == line.level;
  }

  // The index points to a job whose record was set aside.
  private void drop(Line line, Position place) {
    count(Stage.WAITING, -1);
    minutes.add(place.moment(), -1);
    lines.remove(line.level, place.moment(), place.id());
  }

  @Override
  public long nextDue() {
    return lines.nextDue();
  }

  @Override
  public long nextDueAfter(long now) {
    return lines.nextDueAfter(now);
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
    return leases.lapsed(now, max);
  }

  @Override
  public long lapsedCount(long now) {
    return leases.lapsedCount(now);
  }

  @Override
  public long nextLeaseEnd() {
    return leases.nextEnd();
  }

  @Override
  public List<JobHead> forgettable(long now, int max) {
    List<EndedJobs.Entry> entries = ended.forgettable(now, max);
    List<@Nullable Held> held = heads(entries.stream().map(EndedJobs.Entry::id).toList());
    List<JobHead> heads = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      EndedJobs.Entry entry = entries.get(i);
      Held known = held.get(i);
      if (known != null
          && known.head().stage() == entry.stage()
          && known.head().forgetAt() == entry.moment()) {
        heads.add(known.head());
      } else {
        ended.remove(entry.moment(), entry.id());
      }
    }
    return heads;
  }

  private List<@Nullable Held> heads(List<String> ids) {
    join();
    return jobs.find(ids, false);
  }

  @Override
  public long nextForget() {
    return ended.nextForget();
  }

  @Override
  public long count(Stage stage) {
    return tally.of(stage);
  }

  @Override
  public List<JobHead> page(Group of, long from, long to, @Nullable Position after, int limit) {
    return switch (of) {
      case WAITING -> waitingPage(new WaitingPages.Range(from, to), after, limit);
      case LEASED -> leasedPage(new WaitingPages.Range(from, to), after, limit);
      case DEAD, REMEMBERED -> endedPage(of, new WaitingPages.Range(from, to), after, limit);
    };
  }

  private List<JobHead> waitingPage(WaitingPages.Range range, @Nullable Position after, int limit) {
    List<WaitingPages.Entry> entries = WaitingPages.page(group, lines, range, after, limit);
    List<@Nullable Held> held = heads(entries.stream().map(entry -> entry.place().id()).toList());
    List<JobHead> heads = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      WaitingPages.Entry entry = entries.get(i);
      Held known = held.get(i);
      if (known != null && stands(known, entry.place(), entry.line())) {
        heads.add(known.head());
      } else {
        drop(entry.line(), entry.place());
      }
    }
    if (heads.size() < limit && entries.size() == limit) {
      Position last = entries.get(limit - 1).place();
      heads.addAll(waitingPage(range, last, limit - heads.size()));
    }
    return heads;
  }

  private List<JobHead> leasedPage(WaitingPages.Range range, @Nullable Position after, int limit) {
    return leases.heads().stream()
        .filter(head -> head.moment() >= range.from() && head.moment() < range.to())
        .filter(head -> after == null || Position.of(head).compareTo(after) > 0)
        .sorted(Comparator.comparing(Position::of))
        .limit(limit)
        .toList();
  }

  private List<JobHead> endedPage(
      Group of, WaitingPages.Range range, @Nullable Position after, int limit) {
    List<EndedJobs.Entry> entries = ended.page(of, range.from(), range.to(), after, limit);
    List<@Nullable Held> held = heads(entries.stream().map(EndedJobs.Entry::id).toList());
    List<JobHead> heads = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      EndedJobs.Entry entry = entries.get(i);
      Held known = held.get(i);
      if (known != null
          && known.head().stage() == entry.stage()
          && known.head().moment() == entry.moment()) {
        heads.add(known.head());
      } else {
        count(entry.stage(), -1);
        ended.remove(of, entry);
      }
    }
    if (heads.size() < limit && entries.size() == limit) {
      EndedJobs.Entry last = entries.get(limit - 1);
      Position place = new Position(last.moment(), last.id());
      heads.addAll(endedPage(of, range, place, limit - heads.size()));
    }
    return heads;
  }

  @Override
  public List<JobHead> tagged(String tag, @Nullable String afterId, int limit) {
    join();
    List<String> ids = tags.page(tag, afterId, limit);
    List<JobHead> heads = new ArrayList<>();
    for (String id : ids) {
      JobHead head = find(id);
      if (head == null || !head.terms().tags().contains(tag)) {
        tags.remove(tag, id);
      } else {
        heads.add(head);
      }
    }
    if (heads.size() < limit && ids.size() == limit) {
      heads.addAll(tagged(tag, ids.get(limit - 1), limit - heads.size()));
    }
    return heads;
  }

  @Override
  public void saveSettings(QueueSettings settings) {
    queue.saveSettings(settings);
  }

  @Override
  public void saveRecurring(RecurringState state) {
    queue.saveRecurring(state);
  }

  @Override
  public void deleteRecurring(String name) {
    queue.deleteRecurring(name);
  }

  @Override
  public void saveCopy(DeadCopy copy) {
    queue.saveCopy(copy);
  }

  @Override
  public void deleteCopy(DeadCopy copy) {
    queue.deleteCopy(copy);
  }

  @Override
  public List<DeadCopy> copies(int max) {
    return queue.copies(max);
  }

  @Override
  public void reserveFences(long upTo) {
    queue.saveFences(upTo);
    group.demandSync();
  }
}
