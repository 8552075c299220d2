package io.duetime.embedded.internal.verify;

import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.Records.Leveled;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Stage;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads every job, and checks that each index that must have it has it. */
final class JobCheck {
  private static final byte[] ALL_END = {(byte) 0xff};
  private static final String CHECK = "job";
  private static final String AGAIN =
      "look at it with 'duetime show' and schedule it again with onConflict REPLACE";

  private final Disk disk;
  private final Queues queues;
  private final Leases leases;
  private final Findings findings;
  private long jobs;

  JobCheck(Disk disk, Queues queues, Leases leases, Findings findings) {
    this.disk = disk;
    this.queues = queues;
    this.leases = leases;
    this.findings = findings;
  }

  long jobs() {
    return jobs;
  }

  /** Walks through jobs and their changes side by side: they have the same keys. */
  void run() {
    leases.read(disk);
    try (Scan records = all(Family.JOB);
        Scan heads = all(Family.HEAD)) {
      while (records.isValid()) {
        byte[] key = records.key();
        orphansBefore(key, heads);
        byte[] head = take(key, heads);
        look(key, records.value(), head, leases.of(key));
        records.next();
      }
      orphansBefore(ALL_END, heads);
    }
    for (byte[] key : leases.jobs()) {
      if (disk.get(Family.JOB, key) == null) {
        orphan(key, "a lease of a job that is not there");
      }
    }
    leases.twice().forEach(key -> orphan(key, "more than one lease"));
  }

  private Scan all(Family family) {
    return disk.scan(family, new byte[0], ALL_END);
  }

  private void orphansBefore(byte[] key, Scan heads) {
    for (; heads.isValid() && Arrays.compareUnsigned(heads.key(), key) < 0; heads.next()) {
      orphan(heads.key(), "a change of a job that is not there");
    }
  }

  private void orphan(byte[] key, String what) {
    findings.failure(CHECK, named(key) + ": " + what, Findings.RESTORE);
  }

  private static byte @Nullable [] take(byte[] key, Scan scan) {
    if (!scan.isValid() || !Arrays.equals(scan.key(), key)) {
      return null;
    }
    byte[] value = scan.value();
    scan.next();
    return value;
  }

  private String named(byte[] key) {
    QueueFacts queue = queues.of(key);
    String id = Keys.id(key);
    return queue == null ? "queue number " + Keys.queue(key) + ", job " + id : queue.job(id);
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
      Leveled current = changed == null ? Records.jobHead(record, id) : Records.head(changed, id);
      check(key, queue, current, head != null, lease != null);
    } catch (UnreadableRecordException malformed) {
      findings.failure(
          CHECK,
          named(key) + ": its record cannot be understood: " + malformed.getMessage(),
          Findings.RESTORE);
    }
  }

  private void check(
      byte[] key, QueueFacts queue, Leveled current, boolean hasHead, boolean hasLease) {
    JobHead job = current.head();
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
          case WAITING -> index.missingWhileWaiting(current.level());
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
