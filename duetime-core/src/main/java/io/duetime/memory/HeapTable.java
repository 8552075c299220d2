package io.duetime.memory;

import io.duetime.QueueSettings;
import io.duetime.engine.BulkChange.RedriveCounts;
import io.duetime.engine.JobBody;
import io.duetime.engine.support.Buckets;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.job.Position.IdOrder;
import io.duetime.kernel.recurring.RecurringState;
import io.duetime.kernel.state.DeadlineOrder;
import io.duetime.kernel.state.DeadlineOrder.TimedJob;
import io.duetime.kernel.state.JobTable;
import io.duetime.kernel.state.PastTable.PastSpan;
import io.duetime.kernel.state.QueueDataTable;
import io.duetime.kernel.state.QueueDataTable.QueueMemory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the jobs of one queue on the heap. Payloads are copied on their way in and out, so that a
 * caller that changes its array does not change the store. Adding, changing and removing by id
 * costs O(1), or O(log ready jobs) once a job is due; pages, ranges, timelines and claims ahead
 * look at every job.
 */
final class HeapTable implements JobTable, QueueDataTable {
  private final Map<String, HeapJob> jobs = new HashMap<>();
  private final EnumMap<Stage, Long> counts = new EnumMap<>(Stage.class);
  private final Map<String, TreeSet<String>> tags = new HashMap<>();
  private final Map<String, DeadCopy> copies = new LinkedHashMap<>();
  private final Map<String, RecurringState> recurring = new HashMap<>();
  private final Map<String, RedriveCounts> redriven = new HashMap<>();
  private final Deque<Runnable> undo = new ArrayDeque<>();
  private final WaitingOrder waiting;
  private final DeadlineOrder<HeapJob> leased;
  private final DeadlineOrder<HeapJob> dead;
  private final DeadlineOrder<HeapJob> remembered;
  private long retrying;
  private QueueSettings settings = QueueSettings.DEFAULT;

  HeapTable(long now) {
    this.waiting = new WaitingOrder(now);
    this.leased = new DeadlineOrder<>(now);
    this.dead = new DeadlineOrder<>(now);
    this.remembered = new DeadlineOrder<>(now);
  }

  /** A job on the heap; hangs in the wheel of its stage while that stage has a moment ahead. */
  static final class HeapJob extends TimedJob {
    JobHead head;
    JobBody body;

    HeapJob(JobHead head, JobBody body) {
      this.head = head;
      this.body = body;
    }

    @Override
    public String id() {
      return head.id();
    }

    JobHead head() {
      return head;
    }
  }

  /** Whether anything was changed that was not kept. */
  boolean hasChanges() {
    return !undo.isEmpty();
  }

  /** What was changed so far is to stay. */
  void keepChanges() {
    undo.clear();
  }

  /**
   * A table as this one was before the changes that were not kept. The indexes of this one may be
   * changed in part, so they are made again.
   */
  HeapTable beforeChanges(long now) {
    undo.forEach(Runnable::run);
    HeapTable before = new HeapTable(now);
    before.copies.putAll(copies);
    before.recurring.putAll(recurring);
    before.redriven.putAll(redriven);
    before.settings = settings;
    jobs.values().forEach(job -> before.put(job.head, job.body));
    before.keepChanges();
    return before;
  }

  QueueMemory memory(long lastFence) {
    return new QueueMemory(settings, List.copyOf(recurring.values()), lastFence, List.of());
  }

  private <V> void undoChangeOf(Map<String, V> map, String key) {
    V before = map.get(key);
    undo.push(before == null ? () -> map.remove(key) : () -> map.put(key, before));
  }

  @Override
  public @Nullable JobHead find(String id) {
    HeapJob job = jobs.get(id);
    return job == null ? null : job.head;
  }

  @Override
  public JobBody body(JobHead head) {
    return at(head.id()).body.copy();
  }

  @Override
  public void setAside(JobHead head) {
    throw new IllegalStateException("no body on the heap is damaged, but that of " + head.id());
  }

  @Override
  public void insert(JobHead head, JobBody body) {
    put(head, body.copy());
  }

  private void put(JobHead head, JobBody body) {
    HeapJob job = new HeapJob(head, body);
    undoChangeOf(jobs, head.id());
    jobs.put(head.id(), job);
    enter(job);
  }

  @Override
  public void update(JobHead before, JobHead after) {
    HeapJob job = at(before.id());
    replace(job, after, job.body);
  }

  @Override
  public void replace(JobHead before, JobHead after, JobBody body) {
    replace(at(before.id()), after, body.copy());
  }

  private void replace(HeapJob job, JobHead after, JobBody body) {
    JobHead headBefore = job.head;
    JobBody bodyBefore = job.body;
    undo.push(() -> {
      job.head = headBefore;
      job.body = bodyBefore;
    });
    leave(job);
    job.head = after;
    job.body = body;
    enter(job);
  }

  @Override
  public void delete(JobHead head) {
    undoChangeOf(jobs, head.id());
    HeapJob job = jobs.remove(head.id());
    if (job != null) {
      leave(job);
    }
  }

  private HeapJob at(String id) {
    HeapJob job = jobs.get(id);
    if (job == null) {
      throw new IllegalStateException("no job " + id);
    }
    return job;
  }

  private void enter(HeapJob job) {
    JobHead head = job.head;
    counts.merge(head.stage(), 1L, Long::sum);
    retrying += head.isRetrying() ? 1 : 0;
    for (String tag : head.terms().tags()) {
      tags.computeIfAbsent(tag, name -> new TreeSet<>(IdOrder::compare)).add(head.id());
    }
    switch (head.stage()) {
      case WAITING -> waiting.add(job);
      case LEASED -> leased.add(job, head.leaseOrThrow().deadline());
      case DONE, CANCELLED -> remembered.add(job, head.forgetAt());
      case DEAD -> dead.add(job, head.moment());
    }
  }

  private void leave(HeapJob job) {
    JobHead head = job.head;
    counts.merge(head.stage(), -1L, Long::sum);
    retrying -= head.isRetrying() ? 1 : 0;
    for (String tag : head.terms().tags()) {
      untag(tag, head.id());
    }
    switch (head.stage()) {
      case WAITING -> waiting.remove(job);
      case LEASED -> leased.remove(job);
      case DONE, CANCELLED -> remembered.remove(job);
      case DEAD -> dead.remove(job);
    }
  }

  private void untag(String tag, String id) {
    TreeSet<String> ids = tags.get(tag);
    if (ids != null && ids.remove(id) && ids.isEmpty()) {
      tags.remove(tag);
    }
  }

  @Override
  public List<WholeJob> due(long now, long beforeMillis, int max, long maxBytes) {
    return waiting.due(now, beforeMillis, max, maxBytes);
  }

  @Override
  public long nextDue() {
    return waiting.nextDue();
  }

  @Override
  public long nextDueAfter(long now) {
    return waiting.nextDueAfter(now);
  }

  @Override
  public long readyCount(long now) {
    return waiting.readyCount(now);
  }

  @Override
  public long[] waitingBetween(long from, long to, int buckets) {
    long[] result = new long[buckets];
    for (HeapJob job : jobs.values()) {
      long dueAt = job.head.dueAt();
      if (job.head.stage() == Stage.WAITING && dueAt >= from && dueAt < to) {
        result[Buckets.indexOf(dueAt, from, to, buckets)]++;
      }
    }
    return result;
  }

  @Override
  public ByMoment leased() {
    return leased.heads(HeapJob::head);
  }

  @Override
  public ByMoment dead() {
    return dead.heads(HeapJob::head);
  }

  @Override
  public ByMoment remembered() {
    return remembered.heads(HeapJob::head);
  }

  @Override
  public long count(Stage stage) {
    return counts.getOrDefault(stage, 0L);
  }

  @Override
  public long retryingCount() {
    return retrying;
  }

  @Override
  public List<JobHead> page(
      JobGroup group, long from, long to, @Nullable Position after, int limit) {
    Predicate<JobHead> wanted =
        head ->
            head.stage().group() == group
                && head.moment() >= from
                && head.moment() < to
                && (after == null || after.compareTo(Position.of(head)) < 0);
    return first(wanted, limit, Comparator.comparing(Position::of));
  }

  @Override
  public List<JobHead> byId(@Nullable String afterId, int limit) {
    return first(
        head -> afterId == null || IdOrder.compare(afterId, head.id()) < 0,
        limit,
        (one, other) -> IdOrder.compare(one.id(), other.id()));
  }

  /** The first few of many jobs, holding no more than those few. */
  private List<JobHead> first(Predicate<JobHead> wanted, int limit, Comparator<JobHead> order) {
    PriorityQueue<JobHead> first = new PriorityQueue<>(order.reversed());
    for (HeapJob job : jobs.values()) {
      JobHead head = job.head;
      if (wanted.test(head)) {
        first.add(head);
        if (first.size() > limit) {
          first.poll();
        }
      }
    }
    List<JobHead> sorted = new ArrayList<>(first);
    sorted.sort(order);
    return sorted;
  }

  @Override
  public List<JobHead> tagged(String tag, @Nullable String afterId, int limit) {
    TreeSet<String> ids = tags.getOrDefault(tag, new TreeSet<>(IdOrder::compare));
    Collection<String> behind = afterId == null ? ids : ids.tailSet(afterId, false);
    return behind.stream().limit(limit).map(id -> at(id).head).toList();
  }

  @Override
  public QueueDataTable queue() {
    return this;
  }

  @Override
  public void saveSettings(QueueSettings changed) {
    QueueSettings before = settings;
    undo.push(() -> settings = before);
    settings = changed;
  }

  @Override
  public void saveRecurring(RecurringState state) {
    undoChangeOf(recurring, state.job().name());
    recurring.put(state.job().name(), state);
  }

  @Override
  public void deleteRecurring(String name) {
    undoChangeOf(recurring, name);
    recurring.remove(name);
  }

  @Override
  public @Nullable RedriveCounts redriven(String task) {
    return redriven.get(task);
  }

  @Override
  public void saveRedriven(String task, @Nullable RedriveCounts now) {
    undoChangeOf(redriven, task);
    redriven.compute(task, (name, before) -> now);
  }

  @Override
  public void saveCopy(DeadCopy copy) {
    undoChangeOf(copies, copy.key());
    copies.put(copy.key(), copy);
  }

  @Override
  public void deleteCopy(DeadCopy copy) {
    undoChangeOf(copies, copy.key());
    copies.remove(copy.key());
  }

  @Override
  public List<DeadCopy> copies(int max) {
    return copies.values().stream().limit(max).toList();
  }

  // The past outlives a table that is replaced, because the kernel observes it.
  @Override
  public void savePast(PastSpan span) {}

  @Override
  public void deletePast(PastSpan.Unit unit, long start) {}

  @Override
  public void reserveFences(long upTo) {
    // Nothing outlives the process.
  }
}
