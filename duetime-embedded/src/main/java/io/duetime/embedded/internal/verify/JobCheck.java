package io.duetime.embedded.internal.verify;

import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Disk.Reading;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.IndexEntry;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.embedded.internal.verify.Queues.QueueFacts;
import io.duetime.embedded.internal.verify.StoreCheck.Findings;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads every job, and compares the jobs with what is kept beside them: each job has its entries in
 * the indexes, each entry leads to a job, and the counts are those of the jobs.
 */
final class JobCheck {
  private static final byte[] FIRST = new Keys(0).first();
  private static final int INDEXED_AT_ONCE = 1_000;
  private static final long MINUTE_MILLIS = 60_000;
  private static final String CHECK = "job";
  private static final String AGAIN =
      "look at it with 'duetime show' and schedule it again with onConflict REPLACE";

  private final Disk disk;
  private final Queues queues;
  private final Findings findings;
  // On disk, leases are in the order of their fences.
  private final TreeMap<byte[], byte[]> leases = new TreeMap<>(Arrays::compareUnsigned);
  private final List<byte[]> leasedTwice = new ArrayList<>();
  private long jobs;
  private boolean hasMetDamage;

  JobCheck(Disk disk, Queues queues, Findings findings) {
    this.disk = disk;
    this.queues = queues;
    this.findings = findings;
  }

  long jobs() {
    return jobs;
  }

  /** Whether some jobs could not be read, or perhaps not be found. */
  boolean hasMetDamage() {
    return hasMetDamage;
  }

  void readLeases() {
    disk.scan(Family.LEASE)
        .forEach(at -> {
          byte[] job = Keys.jobOf(Family.LEASE, at.key());
          if (leases.put(job, at.value()) != null) {
            leasedTwice.add(job);
          }
        });
  }

  /** Looks at every job, also at those behind a damaged block. */
  void checkJobs() {
    byte[] from = FIRST;
    while (from != null) {
      from = walk(from);
    }
    disk.scan(Family.HEAD, FIRST, Keys.allEnd())
        .forEach(at -> requireJob(at.key(), "a change of a missing job"));
    leases.keySet().forEach(key -> requireJob(key, "a lease of a missing job"));
    leasedTwice.forEach(key -> lost(key, "more than one lease"));
  }

  /** Walks from a job on; answers the job behind the damage that ended the walk, if any did. */
  private byte @Nullable [] walk(byte[] from) {
    byte[] next = from;
    try (Scan records = disk.scan(Family.JOB, from, Keys.allEnd())) {
      for (; records.isValid(); records.next()) {
        byte[] key = records.key();
        next = Keys.after(key);
        look(key, records.value());
      }
      return null;
    } catch (StoreFailureException failure) {
      Disk.requireDamage(failure);
      hasMetDamage = true;
      return behindDamage(next);
    }
  }

  private byte @Nullable [] behindDamage(byte[] from) {
    byte[] next = from;
    while (true) {
      List<byte[]> indexed = disk.indexedJobs(next, Keys.allEnd(), INDEXED_AT_ONCE);
      for (byte[] key : indexed) {
        Reading record = disk.read(Family.JOB, key);
        if (record.value() != null) {
          return key;
        }
        if (record.damage() != null) {
          lost(key, "its record cannot be read");
        }
        next = Keys.after(key);
      }
      if (indexed.size() < INDEXED_AT_ONCE) {
        return null;
      }
    }
  }

  private void requireJob(byte[] key, String what) {
    if (disk.read(Family.JOB, key).isAbsent()) {
      lost(key, what);
    }
  }

  private void lost(byte[] key, String what) {
    findings.failure(CHECK, named(key) + ": " + what, Findings.RESTORE);
  }

  private String named(byte[] key) {
    return queues.named(key) + ", job " + Keys.id(key);
  }

  private void look(byte[] key, byte[] record) {
    Reading change = disk.read(Family.HEAD, key);
    if (change.damage() != null) {
      hasMetDamage = true;
      lost(key, "its record cannot be read");
      return;
    }
    jobs++;
    QueueFacts queue = queues.of(key);
    if (queue == null) {
      findings.failure(CHECK, named(key) + " is in no queue", Findings.REWRITE);
      return;
    }
    try {
      Records.jobBody(record);
      check(key, queue, current(key, record, change.value()), change.value() != null);
    } catch (UnreadableRecordException malformed) {
      lost(key, "its record cannot be understood: " + malformed.getMessage());
    }
  }

  private JobHead current(byte[] key, byte[] record, byte @Nullable [] head) {
    String id = Keys.id(key);
    byte[] lease = leases.get(key);
    byte[] changed = lease == null ? head : lease;
    return changed == null ? Records.jobHead(record, id) : Records.head(changed, id);
  }

  private void check(byte[] key, QueueFacts queue, JobHead job, boolean hasHead) {
    queue.stages.merge(job.stage(), 1L, Long::sum);
    boolean hasLease = leases.containsKey(key);
    if (hasHead && hasLease) {
      findings.failure(CHECK, named(key) + " is leased and not leased", Findings.RESTORE);
    }
    if (hasLease != (job.stage() == Stage.LEASED)) {
      findings.failure(CHECK, named(key) + " is " + job.stage() + " in the wrong place", AGAIN);
    }
    Keys keys = new Keys(Keys.queue(key));
    if (job.stage() == Stage.WAITING) {
      queue.minutes.merge(job.dueAt() / MINUTE_MILLIS, 1L, Long::sum);
      missingIf(
          job.dueAt() < queue.tally.floor(),
          key,
          job,
          "behind the moment from which due jobs are looked for: it never becomes due");
      if (queue.isOrdered(Position.of(job))) {
        check(key, job, ready(keys, job));
      }
    }
    IndexEntry.ofStage(keys, job).forEach(entry -> check(key, job, entry));
    IndexEntry.ofTags(keys, job).forEach(entry -> check(key, job, entry));
  }

  private static IndexEntry ready(Keys keys, JobHead job) {
    return new IndexEntry(
        Family.DUE,
        keys.ready(job.priority(), job.dueAt(), job.id()),
        new byte[0],
        "among the ready jobs: it waits until all others have run");
  }

  private void check(byte[] key, JobHead job, IndexEntry entry) {
    Reading found = disk.read(entry.family(), entry.key());
    boolean isOther =
        entry.family() == Family.ENDED
            && found.damage() == null
            && !Arrays.equals(found.value(), entry.value());
    missingIf(found.isAbsent() || isOther, key, job, entry.place());
  }

  private void missingIf(boolean isMissing, byte[] key, JobHead job, String where) {
    if (isMissing) {
      findings.failure(CHECK, named(key) + " (" + job.stage() + ") is missing " + where, AGAIN);
    }
  }

  /** Checks that each entry of an index leads to a job that has to have it. */
  void checkIndexes() {
    for (Family index : List.of(Family.DUE, Family.ENDED, Family.TAG)) {
      disk.scan(index)
          .forEach(at -> {
            byte[] job = Keys.jobOf(index, at.key());
            if (!leads(index, at.key(), job)) {
              findings.warning(
                  "index",
                  queues.named(job)
                      + ": an entry of "
                      + index
                      + " leads to no such job: "
                      + Keys.id(job),
                  Findings.NOTHING);
            }
          });
    }
  }

  private boolean leads(Family index, byte[] entry, byte[] key) {
    if (queues.of(key) == null) {
      return false;
    }
    Reading record = disk.read(Family.JOB, key);
    Reading head = disk.read(Family.HEAD, key);
    if (record.damage() != null || head.damage() != null) {
      // It has been told of already, with its job.
      return true;
    }
    byte[] found = record.value();
    try {
      return found != null && isOf(index, entry, key, current(key, found, head.value()));
    } catch (UnreadableRecordException malformed) {
      return true;
    }
  }

  private static boolean isOf(Family index, byte[] entry, byte[] key, JobHead job) {
    Keys keys = new Keys(Keys.queue(key));
    List<IndexEntry> entries = new ArrayList<>(IndexEntry.ofStage(keys, job));
    entries.addAll(IndexEntry.ofTags(keys, job));
    if (job.stage() == Stage.WAITING) {
      entries.add(ready(keys, job));
    }
    if (job.isRetrying()) {
      entries.add(IndexEntry.retrying(keys, job));
    }
    return entries.stream()
        .anyMatch(one -> one.family() == index && Arrays.equals(one.key(), entry));
  }

  /** Compares the counts with the jobs, all of which have been looked at. */
  void compareCounts() {
    queues
        .all()
        .forEach((number, queue) -> {
          for (Stage stage : Stage.values()) {
            long told = queue.tally.stages().getOrDefault(stage, 0L);
            compare(queue, "jobs " + stage, told, queue.stages.getOrDefault(stage, 0L));
          }
          compareMinutes(new Keys(number), queue);
        });
  }

  private void compareMinutes(Keys keys, QueueFacts queue) {
    Set<Long> missing = new HashSet<>(queue.minutes.keySet());
    byte[] first = keys.first();
    disk.scan(Family.MINUTE, first, Keys.behind(first))
        .forEach(at -> {
          long minute = Keys.minute(at.key());
          missing.remove(minute);
          long told = ByteBuffer.wrap(at.value()).order(ByteOrder.LITTLE_ENDIAN).getLong();
          compareMinute(queue, minute, told);
        });
    missing.forEach(minute -> compareMinute(queue, minute, 0));
  }

  private void compareMinute(QueueFacts queue, long minute, long told) {
    String what = "jobs due in minute " + minute + " of the epoch";
    compare(queue, what, told, queue.minutes.getOrDefault(minute, 0L));
  }

  private void compare(QueueFacts queue, String what, long told, long found) {
    if (told != found) {
      findings.failure(
          "counts",
          "queue " + queue.name + ": " + what + " are counted as " + told + ", there are " + found,
          Findings.REWRITE);
    }
  }
}
