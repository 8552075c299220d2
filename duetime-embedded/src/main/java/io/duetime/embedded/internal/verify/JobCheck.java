package io.duetime.embedded.internal.verify;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Reading;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads every job, and checks that each index that must have it has it. */
final class JobCheck {
  private static final byte[] FIRST = new Keys(0).first();
  private static final byte[] ALL_END = {(byte) 0xff};
  private static final int INDEXED_AT_ONCE = 1_000;
  private static final String CHECK = "job";
  private static final String AGAIN =
      "look at it with 'duetime show' and schedule it again with onConflict REPLACE";

  private final Disk disk;
  private final Queues queues;
  private final Leases leases;
  private final Findings findings;
  private long jobs;
  private boolean hasMetDamage;

  JobCheck(Disk disk, Queues queues, Leases leases, Findings findings) {
    this.disk = disk;
    this.queues = queues;
    this.leases = leases;
    this.findings = findings;
  }

  long jobs() {
    return jobs;
  }

  /** Whether some jobs could not be read, or perhaps not be found. */
  boolean hasMetDamage() {
    return hasMetDamage;
  }

  /** Looks at every job, also at those behind a damaged block. */
  void run() {
    byte[] from = FIRST;
    while (from != null) {
      from = walk(from);
    }
    orphans();
    for (byte[] key : leases.jobs()) {
      if (disk.read(Family.JOB, key).isAbsent()) {
        orphan(key, "a lease of a job that is not there");
      }
    }
    leases.twice().forEach(key -> orphan(key, "more than one lease"));
  }

  /** Walks from a job on; answers the job behind the damage that ended the walk, if any did. */
  private byte @Nullable [] walk(byte[] from) {
    byte[] next = from;
    try (Scan records = disk.scan(Family.JOB, from, ALL_END)) {
      for (; records.isValid(); records.next()) {
        byte[] key = records.key();
        next = Keys.after(key);
        look(key, records.value());
      }
      return null;
    } catch (StoreFailureException failure) {
      if (failure.code() != ErrorCode.STORE_DAMAGED) {
        throw failure;
      }
      hasMetDamage = true;
      return behindDamage(next);
    }
  }

  private byte @Nullable [] behindDamage(byte[] from) {
    byte[] next = from;
    while (true) {
      List<byte[]> indexed = disk.indexedJobs(next, ALL_END, INDEXED_AT_ONCE);
      for (byte[] key : indexed) {
        Reading record = disk.read(Family.JOB, key);
        if (record.value() != null) {
          return key;
        }
        if (record.damage() != null) {
          unreadable(key);
        }
        next = Keys.after(key);
      }
      if (indexed.size() < INDEXED_AT_ONCE) {
        return null;
      }
    }
  }

  private void unreadable(byte[] key) {
    findings.failure(CHECK, named(key) + ": its record cannot be read", Findings.RESTORE);
  }

  private void orphans() {
    try (Scan heads = disk.scan(Family.HEAD, FIRST, ALL_END)) {
      for (; heads.isValid(); heads.next()) {
        if (disk.read(Family.JOB, heads.key()).isAbsent()) {
          orphan(heads.key(), "a change of a job that is not there");
        }
      }
    }
  }

  private void orphan(byte[] key, String what) {
    findings.failure(CHECK, named(key) + ": " + what, Findings.RESTORE);
  }

  private String named(byte[] key) {
    QueueFacts queue = queues.of(key);
    String id = Keys.id(key);
    return queue == null ? "queue number " + Keys.queue(key) + ", job " + id : queue.job(id);
  }

  private void look(byte[] key, byte[] record) {
    Reading change = disk.read(Family.HEAD, key);
    if (change.damage() == null) {
      look(key, record, change.value(), leases.of(key));
    } else {
      hasMetDamage = true;
      unreadable(key);
    }
  }

  private void look(byte[] key, byte[] record, byte @Nullable [] head, byte @Nullable [] lease) {
    jobs++;
    QueueFacts queue = queues.of(key);
    if (queue == null) {
      findings.failure(CHECK, named(key) + " is in no queue", Findings.REWRITE);
      return;
    }
    try {
      Records.jobBody(record);
      byte[] changed = lease == null ? head : lease;
      String id = Keys.id(key);
      JobHead current = changed == null ? Records.jobHead(record, id) : Records.head(changed, id);
      check(key, queue, current, head != null, lease != null);
    } catch (UnreadableRecordException malformed) {
      findings.failure(
          CHECK,
          named(key) + ": its record cannot be understood: " + malformed.getMessage(),
          Findings.RESTORE);
    }
  }

  private void check(byte[] key, QueueFacts queue, JobHead job, boolean hasHead, boolean hasLease) {
    queue.add(job.stage());
    if (hasHead && hasLease) {
      findings.failure(CHECK, queue.job(job.id()) + " is leased and not leased", Findings.RESTORE);
    }
    if (hasLease != (job.stage() == Stage.LEASED)) {
      findings.failure(
          CHECK, queue.job(job.id()) + " is " + job.stage() + " in the wrong place", AGAIN);
    }
    JobIndex index = new JobIndex(disk, key, queue, job);
    List<String> missing =
        switch (job.stage()) {
          case WAITING -> index.missingWhileWaiting();
          case LEASED -> List.of();
          case DEAD, DONE, CANCELLED -> index.missingOnceEnded();
        };
    missing.forEach(where -> notFound(queue, job, where));
    index.missingTags().forEach(where -> notFound(queue, job, where));
  }

  private void notFound(QueueFacts queue, JobHead job, String where) {
    findings.failure(
        CHECK, queue.job(job.id()) + " (" + job.stage() + ") is missing " + where, AGAIN);
  }
}
