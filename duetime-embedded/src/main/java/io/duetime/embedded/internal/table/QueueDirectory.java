package io.duetime.embedded.internal.table;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.kernel.QueueKernel;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.state.Observed;
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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Knows the queues of a store by name, and opens each at its first use. Numbers of queues are never
 * used again, so that records a deleted queue left behind cannot appear again.
 */
public final class QueueDirectory {
  private static final char NAME = 'q';
  private static final byte[] NEXT_NUMBER = {'N'};
  private static final byte[] DELETED_FENCES = {'F'};

  private final WriteGroup group;
  private final int window;
  private final TreeMap<String, Integer> numbers = new TreeMap<>();
  private final Map<Integer, List<JobHead>> leased = new HashMap<>();
  private final Map<Integer, Integer> damagedLeases = new HashMap<>();
  private final AtomicLong live;
  private int next = 1;

  /** No fence of a deleted queue is above this one: its name may be used again. */
  private long deletedFences;

  public record OpenQueue(QueueKernel kernel, RocksJobTable table) {}

  /**
   * Reads the names of all queues and the leases in force.
   *
   * @param window how many of the next jobs of a line the heap is to hold
   * @param live is kept at how many jobs there are in all queues
   */
  public QueueDirectory(WriteGroup group, int window, AtomicLong live) {
    this.group = group;
    this.live = live;
    this.window = window;
    readNames();
    readLeases();
  }

  private void readNames() {
    byte[] stored = group.get(Family.META, NEXT_NUMBER);
    next = stored == null ? 1 : (int) ByteBuffer.wrap(stored).getLong();
    byte[] fences = group.get(Family.META, DELETED_FENCES);
    deletedFences = fences == null ? 0 : ByteBuffer.wrap(fences).getLong();
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
      return tally == null ? 0 : JobPlaces.jobsIn(tally);
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
    group.scan(Family.LEASE).forEach(at -> readLease(at.key(), at.value()));
    group.write();
  }

  // A lease that cannot be understood takes its job with it: whether that may run is not known.
  private void readLease(byte[] key, byte[] value) {
    int number = Keys.queue(key);
    try {
      JobHead head = Records.head(value, Keys.idOfLease(key));
      leased.computeIfAbsent(number, queue -> new ArrayList<>()).add(head);
    } catch (UnreadableRecordException malformed) {
      DamagedRecords damaged = damaged(number);
      byte[] jobKey = Keys.jobOfLease(key);
      damaged.setAside(Family.LEASE, jobKey, value, malformed);
      group.batch().deleteOnce(Family.LEASE, key);
      byte[] job = group.get(Family.JOB, jobKey);
      if (job != null) {
        damaged.keep(Family.JOB, jobKey, job);
        group.batch().deleteOnce(Family.JOB, jobKey);
      }
      damagedLeases.merge(number, 1, Integer::sum);
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

  /** Opens a queue that is not open; null when there is none of that name. */
  public @Nullable OpenQueue open(String name, Observed observed, long now) {
    Integer number = numbers.get(name);
    return number == null ? null : open(name, number, observed, now);
  }

  /** Keeps nothing for the opening of a queue that is open. */
  public void isOpen(String name) {
    leased.remove(numbers.get(name));
  }

  /** Makes a queue and opens it. */
  public OpenQueue create(String name, long now) {
    int number = next++;
    numbers.put(name, number);
    group.batch().put(Family.META, nameKey(number), name.getBytes(StandardCharsets.UTF_8));
    group.batch().put(Family.META, NEXT_NUMBER, number(next));
    if (deletedFences > 0) {
      records(number).saveFences(deletedFences);
    }
    group.write();
    return open(name, number, new Observed(), now);
  }

  private OpenQueue open(String name, int number, Observed observed, long now) {
    List<JobHead> leases = leased.getOrDefault(number, List.of());
    try {
      RocksJobTable table =
          new RocksJobTable(
              new RocksJobTable.Setup(name, number, window, live), group, leases, now);
      QueueKernel kernel = new QueueKernel(name, table, table.queue().memory(), observed, now);
      leased.remove(number);
      loseLeases(number, table);
      return new OpenQueue(kernel, table);
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

  /** Takes over what only the directory before this one knows of queues that were not opened. */
  public void follow(QueueDirectory before) {
    before.damagedLeases.forEach((number, lost) -> damagedLeases.merge(number, lost, Integer::sum));
  }

  /** No fence of a deleted queue is above this one. */
  public long deletedFences() {
    return deletedFences;
  }

  /** Has queues made from now on begin above this fence. */
  public void raiseDeletedFences(long upTo) {
    deletedFences = Math.max(deletedFences, upTo);
    group.batch().put(Family.META, DELETED_FENCES, number(deletedFences));
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
    raiseDeletedFences(records(number).fences());
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
