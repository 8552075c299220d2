package io.duetime.embedded.internal.table;

import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Disk.Reading;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.engine.JobBody;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The records of jobs by id: the job as it was scheduled, which is written once, and its head
 * wherever that has changed since. What the current group has read or changed is remembered until
 * it is written.
 */
final class JobRecords implements WriteGroup.Member {
  private static final int FEW = 64;
  private static final byte[] NOTHING = {};

  private final WriteGroup group;
  private final Keys keys;
  private final DamagedRecords damaged;
  private Map<String, Optional<PlacedJob>> recent = new HashMap<>();

  JobRecords(WriteGroup group, Keys keys, DamagedRecords damaged) {
    this.group = group;
    this.keys = keys;
    this.damaged = damaged;
  }

  /**
   * The job under an id, unless it is leased; null when there is none.
   *
   * @throws StoreFailureException if it cannot be read, so that it is not known whether there is
   *     one
   */
  @Nullable PlacedJob find(String id) {
    Optional<PlacedJob> known = recent.get(id);
    if (known != null) {
      return known.orElse(null);
    }
    Stored stored = stored(id, group.read(Family.JOB, keys.job(id)));
    StoreFailureException damage = stored.damage();
    if (damage != null) {
      throw damaged.unreadable(id, damage);
    }
    return remember(readOrSetAside(id, stored));
  }

  /** What there is of a job on disk. */
  private record Stored(Reading job, Reading head) {
    @Nullable StoreFailureException damage() {
      return job.damage() != null ? job.damage() : head.damage();
    }
  }

  private Stored stored(String id, Reading job) {
    return new Stored(job, job.isAbsent() ? job : group.read(Family.HEAD, keys.job(id)));
  }

  /**
   * The jobs under ids that an index has, in their order; null for those whose records are missing.
   * Those that cannot be read are set aside.
   *
   * @param withRecords whether their bodies will be asked for
   */
  List<@Nullable PlacedJob> find(List<String> ids, boolean withRecords) {
    List<String> missing = ids.stream().filter(id -> !recent.containsKey(id)).toList();
    for (int i = 0; i < missing.size(); i += atOnce()) {
      List<String> some = missing.subList(i, Math.min(missing.size(), i + atOnce()));
      List<Reading> records = group.get(Family.JOB, some.stream().map(keys::job).toList());
      for (int j = 0; j < some.size(); j++) {
        String id = some.get(j);
        PlacedJob held = readOrSetAside(id, stored(id, records.get(j)));
        remember(held == null || withRecords ? held : held.without());
      }
    }
    List<@Nullable PlacedJob> found = new ArrayList<>(ids.size());
    for (String id : ids) {
      Optional<PlacedJob> known = recent.get(id);
      found.add(known == null ? null : known.orElse(null));
    }
    return found;
  }

  /** For how many jobs to ask at a time, where their bodies are asked for. */
  int atOnce() {
    return group.jobsAtOnce();
  }

  /** Sets aside a job of which an index entry is left, and no record, without a known reason. */
  void missing(String id) {
    byte[] key = keys.job(id);
    if (!recent.containsKey(id) && !damaged.has(Family.JOB, key)) {
      setAside(id, Reading.ABSENT, Reading.ABSENT, new UnreadableRecordException("no record"));
    }
  }

  /**
   * Ids behind one of them, in order, all changes so far included; also of jobs that cannot be
   * read.
   */
  List<String> ids(@Nullable String afterId, int limit) {
    byte[] all = keys.first();
    byte[] from = afterId == null ? all : Keys.after(keys.job(afterId));
    byte[] end = Keys.behind(all);
    List<String> ids = new ArrayList<>();
    try (Scan scan = group.scan(Family.JOB, from, end)) {
      for (; scan.isValid() && ids.size() < limit; scan.next()) {
        ids.add(Keys.id(scan.key()));
      }
    } catch (StoreFailureException failure) {
      Disk.requireDamage(failure);
      byte[] rest = ids.isEmpty() ? from : Keys.after(keys.job(ids.get(ids.size() - 1)));
      group.indexedJobs(rest, end, limit - ids.size()).forEach(key -> ids.add(Keys.id(key)));
    }
    return ids;
  }

  /**
   * Reads all of these, those there are none of included, for the current group. Those that cannot
   * be read are left to {@link #find(String)}.
   */
  void expect(List<String> ids) {
    for (String id : ids) {
      if (!recent.containsKey(id)) {
        // One by one, as most ids are new: see Disk.get for many.
        Stored stored = stored(id, group.read(Family.JOB, keys.job(id)));
        if (stored.job().isAbsent()) {
          keep(id, Optional.empty());
        } else if (stored.damage() == null) {
          PlacedJob held = readOrSetAside(id, stored);
          keep(id, Optional.ofNullable(held).map(PlacedJob::without));
        }
      }
    }
  }

  private @Nullable PlacedJob remember(@Nullable PlacedJob held) {
    if (held != null) {
      keep(held.head().id(), Optional.of(held));
    }
    return held;
  }

  // What has only been read must be forgotten with the group as well.
  private void keep(String id, Optional<PlacedJob> held) {
    if (recent.isEmpty()) {
      group.join(this);
    }
    recent.put(id, held);
  }

  private @Nullable PlacedJob readOrSetAside(String id, Stored stored) {
    byte[] job = stored.job().value();
    byte[] changed = stored.head().value();
    StoreFailureException damage = stored.damage();
    try {
      if (damage != null) {
        throw damage;
      }
      if (job == null) {
        return null;
      }
      Records.checkJobBody(job);
      JobHead current = changed == null ? Records.jobHead(job, id) : Records.head(changed, id);
      return new PlacedJob(current, changed != null, job);
    } catch (UnreadableRecordException | StoreFailureException unreadable) {
      setAside(id, stored.job(), stored.head(), unreadable);
      return null;
    }
  }

  private void setAside(String id, Reading record, Reading head, RuntimeException why) {
    byte[] key = keys.job(id);
    damaged.setAside(Family.JOB, key, kept(record), why);
    group.batch().deleteOnce(Family.JOB, key);
    if (!head.isAbsent()) {
      damaged.keep(Family.HEAD, key, kept(head));
      group.batch().deleteOnce(Family.HEAD, key);
    }
    keep(id, Optional.empty());
  }

  private static byte[] kept(Reading reading) {
    byte[] value = reading.value();
    return value == null ? NOTHING : value;
  }

  /** Keeps what there is of a job whose body cannot be read. */
  void keepDamaged(JobHead head) {
    byte[] key = keys.job(head.id());
    Reading record = recordOf(head.id());
    damaged.setAside(Family.JOB, key, kept(record), new UnreadableRecordException("no body"));
    damaged.keep(Family.HEAD, key, group.records().head(head));
  }

  /** The body of a job; null when there is none that can be read. */
  @Nullable JobBody body(String id) {
    byte[] record = recordOf(id).value();
    try {
      return record == null ? null : Records.jobBody(record);
    } catch (UnreadableRecordException malformed) {
      return null;
    }
  }

  /** Writes a job whose id is free. */
  void insert(JobHead head, JobBody body) {
    if (head.stage() != Stage.WAITING) {
      throw new IllegalArgumentException("a new job waits, but is " + head.stage());
    }
    byte[] record = group.records().job(head, body);
    group.batch().put(Family.JOB, keys.job(head.id()), record);
    remember(new PlacedJob(head, false, record));
  }

  /** Writes the head of a job that has changed. */
  void change(JobHead before, @Nullable PlacedJob held, JobHead after) {
    byte[] key = keys.job(before.id());
    eraseHead(key, before, held);
    boolean leased = after.stage() == Stage.LEASED;
    byte[] head = group.records().head(after);
    if (leased) {
      group.batch().put(Family.LEASE, keys.lease(after.fence(), after.id()), head);
    } else {
      group.batch().put(Family.HEAD, key, head);
    }
    remember(
        new PlacedJob(after, !leased, held == null ? recentRecord(before.id()) : held.record()));
  }

  private Reading recordOf(String id) {
    byte[] record = recentRecord(id);
    return record == null ? group.read(Family.JOB, keys.job(id)) : new Reading(record, null);
  }

  // What the group has written of a job is on disk only later: it must not be forgotten before.
  private byte @Nullable [] recentRecord(String id) {
    Optional<PlacedJob> known = recent.get(id);
    return known == null || known.isEmpty() ? null : known.get().record();
  }

  void erase(JobHead before, @Nullable PlacedJob held) {
    byte[] key = keys.job(before.id());
    eraseHead(key, before, held);
    group.batch().deleteOnce(Family.JOB, key);
    keep(before.id(), Optional.empty());
  }

  private void eraseHead(byte[] key, JobHead before, @Nullable PlacedJob held) {
    Batch batch = group.batch();
    if (before.stage() == Stage.LEASED) {
      batch.deleteOnce(Family.LEASE, keys.lease(before.fence(), before.id()));
    } else if (held != null && held.changed()) {
      batch.deleteOnce(Family.HEAD, key);
    }
  }

  @Override
  public void complete(Batch to) {
    // All of it is in the batch already.
  }

  @Override
  public void written() {
    // A map that was large once takes as long to clear for ever after.
    if (recent.size() > FEW) {
      recent = new HashMap<>();
    } else {
      recent.clear();
    }
  }

  /**
   * A job as the records have it, those not yet written included.
   *
   * @param head what is known of it
   * @param changed whether its head has a record of its own in {@code HEAD}
   * @param record the job's record, or null when it was not kept
   */
  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  record PlacedJob(JobHead head, boolean changed, byte @Nullable [] record) {
    private PlacedJob without() {
      return new PlacedJob(head, changed, null);
    }
  }
}
