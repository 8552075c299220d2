package io.duetime.embedded.internal.table;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.embedded.internal.table.WriteGroup.HeapState;
import io.duetime.kernel.QueueKernel;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.state.QueueState.Observed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Knows the queues of a store by name, and opens each at its first use by the committer. Numbers of
 * queues are never used again, so that records a deleted queue left behind cannot appear again.
 * When maintenance is due may be asked from any thread.
 */
public final class QueueDirectory implements HeapState {
  private static final long AT_ONCE = 0;
  private static final char NAME = 'q';
  private static final byte[] NEXT_NUMBER = {'N'};

  private final WriteGroup group;
  private final int window;
  private final TreeMap<String, Integer> numbers = new TreeMap<>();
  private final Map<Integer, List<JobHead>> leased = new HashMap<>();
  private final Map<Integer, Integer> damagedLeases = new HashMap<>();
  private final AtomicLong live;
  private final Map<String, Observed> changed = new HashMap<>();
  private final Map<String, Observed> reopening = new HashMap<>();
  private final ConcurrentMap<String, OpenQueue> open = new ConcurrentHashMap<>();
  private final Set<String> unopened = ConcurrentHashMap.newKeySet();
  private volatile StoreRecords data;
  private int next = 1;

  public record OpenQueue(QueueKernel kernel, RocksJobTable table) {}

  /**
   * Reads the names of all queues and the leases in force; does so again at each {@link #reload}.
   *
   * @param window how many of the next jobs of a line the heap is to hold
   * @param live is kept at how many jobs there are in all queues
   */
  public QueueDirectory(WriteGroup group, int window, AtomicLong live) {
    this.group = group;
    this.live = live;
    this.window = window;
    this.data = read();
    group.afterWrites(this::partWritten);
  }

  private StoreRecords read() {
    numbers.clear();
    leased.clear();
    live.set(0);
    readNames();
    readLeases();
    // Nothing is kept for the opening of a queue that is open.
    open.keySet().forEach(name -> leased.remove(numbers.getOrDefault(name, 0)));
    unopened.addAll(numbers.keySet());
    unopened.removeAll(open.keySet());
    return new StoreRecords(group);
  }

  /**
   * Forgets what is on the heap of queues that were changed since {@link #written}: they are opened
   * again at their next use.
   */
  @Override
  public void reload() {
    open.keySet().removeAll(changed.keySet());
    reopening.putAll(changed);
    changed.clear();
    data = read();
  }

  public void changing(String name, OpenQueue queue) {
    changed.computeIfAbsent(name, unchanged -> queue.kernel().observed());
  }

  @Override
  public void written() {
    changed.clear();
  }

  // Some changes are on disk, so what was counted so far stays, even if the rest fails.
  private void partWritten() {
    changed.replaceAll((name, before) -> {
      OpenQueue queue = open.get(name);
      return queue == null ? before : queue.kernel().observed();
    });
  }

  private void readNames() {
    byte[] stored = group.get(Family.META, NEXT_NUMBER);
    next = stored == null ? 1 : (int) ByteBuffer.wrap(stored).getLong();
    group
        .scan(Family.META, new byte[] {NAME})
        .forEach(at -> {
          String name = new String(at.value(), StandardCharsets.UTF_8);
          int number = Keys.queueOfName(at.key());
          numbers.put(name, number);
          live.addAndGet(jobsOf(number));
        });
  }

  private long jobsOf(int number) {
    byte[] tally = records(number).tally();
    try {
      return tally == null ? 0 : Records.tally(tally).jobs();
    } catch (UnreadableRecordException malformed) {
      // The call that opens the queue fails; other queues are not affected.
      return 0;
    }
  }

  private QueueRecords records(int number) {
    return new QueueRecords(group, new Keys(number), damaged(number));
  }

  private DamagedRecords damaged(int number) {
    return new DamagedRecords("of number " + number, group);
  }

  private void readLeases() {
    Map<Integer, Integer> damages = new HashMap<>();
    group.scan(Family.LEASE).forEach(at -> readLease(at.key(), at.value(), damages));
    group.write();
    damages.forEach((number, leases) -> damagedLeases.merge(number, leases, Integer::sum));
  }

  // A lease that cannot be understood takes its job with it: whether that may run is not known.
  private void readLease(byte[] key, byte[] value, Map<Integer, Integer> damages) {
    int number = Keys.queue(key);
    try {
      JobHead head = Records.head(value, Keys.idOfLease(key));
      leased.computeIfAbsent(number, queue -> new ArrayList<>()).add(head);
    } catch (UnreadableRecordException malformed) {
      DamagedRecords damaged = damaged(number);
      byte[] jobKey = Keys.jobOf(Family.LEASE, key);
      damaged.setAside(Family.LEASE, jobKey, value, malformed);
      group.batch().deleteOnce(Family.LEASE, key);
      byte[] job = group.get(Family.JOB, jobKey);
      if (job != null) {
        damaged.keep(Family.JOB, jobKey, job);
        group.batch().deleteOnce(Family.JOB, jobKey);
      }
      damages.merge(number, 1, Integer::sum);
    }
  }

  /** The names of all queues, ascending. */
  public List<String> names() {
    return List.copyOf(numbers.keySet());
  }

  /** The first of what was set aside, each once, though a job may have had two records. */
  public List<SetAside> setAside(int max) {
    Map<Integer, String> names = new HashMap<>();
    numbers.forEach((name, number) -> names.put(number, name));
    Set<SetAside> found = new LinkedHashSet<>();
    try (Scan scan = group.scan(Family.DAMAGED)) {
      for (; scan.isValid() && found.size() < max; scan.next()) {
        found.add(SetAside.of(scan.key(), names));
      }
    }
    return List.copyOf(found);
  }

  /** What belongs to no queue alone. */
  public StoreRecords data() {
    return data;
  }

  /** The queue of a name, or null. */
  public @Nullable OpenQueue find(String name, long now) {
    OpenQueue queue = open.get(name);
    if (queue != null) {
      return queue;
    }
    Integer number = numbers.get(name);
    return number == null ? null : open(name, number, now);
  }

  /** The queue of a name, made if need be. */
  public OpenQueue findOrCreate(String name, long now) {
    OpenQueue queue = find(name, now);
    return queue == null ? create(name, now) : queue;
  }

  private OpenQueue create(String name, long now) {
    int number = next++;
    numbers.put(name, number);
    group.batch().put(Family.META, nameKey(number), name.getBytes(StandardCharsets.UTF_8));
    group.batch().put(Family.META, NEXT_NUMBER, number(next));
    if (data.deletedFences() > 0) {
      records(number).saveFences(data.deletedFences());
    }
    group.write();
    return open(name, number, now);
  }

  private OpenQueue open(String name, int number, long now) {
    Observed known = reopening.get(name);
    Observed observed = known == null ? new Observed(name) : known;
    List<JobHead> leases = leased.getOrDefault(number, List.of());
    try {
      RocksJobTable table =
          new RocksJobTable(
              new RocksJobTable.Setup(name, number, window, live), group, leases, now);
      QueueKernel kernel = new QueueKernel(name, table, table.queue().memory(), observed, now);
      leased.remove(number);
      loseLeases(number, table);
      OpenQueue queue = new OpenQueue(kernel, table);
      open.put(name, queue);
      reopening.remove(name);
      unopened.remove(name);
      return queue;
    } catch (UnreadableRecordException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "what is kept of queue "
              + name
              + " other than its jobs cannot be understood: "
              + malformed.getMessage()
              + "; restore the folder from a backup",
          malformed);
    }
  }

  // Written at once: the records are gone, so nothing tells of them again.
  private void loseLeases(int number, RocksJobTable table) {
    Integer lost = damagedLeases.get(number);
    if (lost != null) {
      table.lose(lost);
      group.write();
      damagedLeases.remove(number);
    }
  }

  private static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  private static byte[] nameKey(int number) {
    return new Keys(number).meta(NAME, "");
  }

  /**
   * Forgets a queue and everything in it; its open form must not be used any more.
   *
   * @return whether there was one
   */
  public boolean delete(String name) {
    open.remove(name);
    changed.remove(name);
    reopening.remove(name);
    unopened.remove(name);
    Integer number = numbers.remove(name);
    if (number == null) {
      return false;
    }
    group.write();
    leased.remove(number);
    damagedLeases.remove(number);
    live.addAndGet(-jobsOf(number));
    Batch batch = group.batch();
    Keys keys = new Keys(number);
    data.raiseDeletedFences(records(number).fences());
    byte[] first = keys.first();
    for (Family family : Family.values()) {
      if (family != Family.META && family != Family.DAMAGED) {
        batch.deleteRange(family, first, Keys.behind(first));
      }
    }
    for (char letter : QueueRecords.LETTERS) {
      byte[] prefix = keys.meta(letter, "");
      batch.deleteRange(Family.META, prefix, Keys.behind(prefix));
    }
    batch.delete(Family.META, nameKey(number));
    return true;
  }

  /** Keeps of all queues what was observed and not kept yet. */
  public boolean savePast() {
    open.values().forEach(queue -> queue.kernel().savePast());
    return true;
  }

  /** Queues whose maintenance is due; queues that were not used yet may need it. */
  public List<String> inNeed(long now) {
    List<String> names = new ArrayList<>(unopened);
    open.forEach((name, queue) -> {
      if (queue.kernel().maintenanceAt() <= now) {
        names.add(name);
      }
    });
    return names;
  }

  public long nextMaintenance() {
    return unopened.isEmpty()
        ? open.values().stream()
            .mapToLong(queue -> queue.kernel().maintenanceAt())
            .min()
            .orElse(Long.MAX_VALUE)
        : AT_ONCE;
  }

  /**
   * Something whose record was set aside.
   *
   * @param queue the name of its queue, or its number when there is no such queue any more
   * @param what what it is, such as {@code job order-42}
   */
  public record SetAside(String queue, String what) {

    private static SetAside of(byte[] place, Map<Integer, String> names) {
      byte[] key = Arrays.copyOfRange(place, 1, place.length);
      boolean isJob = place[0] != Family.META.letter();
      int queue = isJob ? Keys.queue(key) : Keys.queueOfName(key);
      String what =
          isJob ? "job " + Keys.id(key) : "record " + (char) key[0] + " " + Keys.name(key);
      return new SetAside(names.getOrDefault(queue, "of number " + queue), what);
    }
  }
}
