package io.duetime.embedded.internal.verify;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Disk.Reading;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Keys.End;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Numbered;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.embedded.internal.verify.Queues.QueueFacts;
import io.duetime.embedded.internal.verify.StoreCheck.Findings;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads every job, and checks that each index that must have it has it. */
final class JobCheck {
  private static final byte[] FIRST = new Keys(0).first();
  private static final int INDEXED_AT_ONCE = 1_000;
  private static final long MINUTE_MILLIS = 60_000;
  private static final String CHECK = "job";
  private static final String AGAIN =
      "look at it with 'duetime show' and schedule it again with onConflict REPLACE";

  private final Disk disk;
  private final JobRecordView view;
  private final Queues queues;
  private final Findings findings;
  private long jobs;
  private boolean hasMetDamage;

  JobCheck(Disk disk, JobRecordView view, Queues queues, Findings findings) {
    this.disk = disk;
    this.view = view;
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

  /** Looks at every job, also at those behind a damaged block. */
  void run() {
    byte[] from = FIRST;
    while (from != null) {
      from = walk(from);
    }
    disk.scan(Family.HEAD, FIRST, Keys.allEnd())
        .forEach(at -> requireJob(at.key(), "a change of a job that is not there"));
    view.leased().forEach(key -> requireJob(key, "a lease of a job that is not there"));
    view.leasedTwice().forEach(key -> lost(key, "more than one lease"));
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
    if (change.damage() == null) {
      look(key, record, change.value());
    } else {
      hasMetDamage = true;
      lost(key, "its record cannot be read");
    }
  }

  private void look(byte[] key, byte[] record, byte @Nullable [] head) {
    jobs++;
    QueueFacts queue = queues.of(key);
    if (queue == null) {
      findings.failure(CHECK, named(key) + " is in no queue", Findings.REWRITE);
      return;
    }
    try {
      Records.jobBody(record);
      check(key, queue, view.current(key, record, head), head != null);
    } catch (UnreadableRecordException malformed) {
      lost(key, "its record cannot be understood: " + malformed.getMessage());
    }
  }

  private void check(byte[] key, QueueFacts queue, JobHead job, boolean hasHead) {
    queue.stages.merge(job.stage(), 1L, Long::sum);
    boolean hasLease = view.isLeased(key);
    if (hasHead && hasLease) {
      findings.failure(CHECK, named(key) + " is leased and not leased", Findings.RESTORE);
    }
    if (hasLease != (job.stage() == Stage.LEASED)) {
      findings.failure(CHECK, named(key) + " is " + job.stage() + " in the wrong place", AGAIN);
    }
    Keys keys = new Keys(Keys.queue(key));
    switch (job.stage()) {
      case WAITING -> checkWaiting(key, keys, queue, job);
      case LEASED -> {}
      case DEAD, DONE, CANCELLED -> checkEnded(key, keys, job);
    }
    for (String tag : job.terms().tags()) {
      boolean isMissing = disk.read(Family.TAG, keys.tag(tag, job.id())).isAbsent();
      missingIf(isMissing, key, job, "under its tag " + tag);
    }
  }

  private void missingIf(boolean isMissing, byte[] key, JobHead job, String where) {
    if (isMissing) {
      findings.failure(CHECK, named(key) + " (" + job.stage() + ") is missing " + where, AGAIN);
    }
  }

  private void checkWaiting(byte[] key, Keys keys, QueueFacts queue, JobHead job) {
    queue.minutes.merge(job.dueAt() / MINUTE_MILLIS, 1L, Long::sum);
    missingIf(
        disk.read(Family.DUE, keys.due(job.dueAt(), job.id())).isAbsent(),
        key,
        job,
        "where due jobs are looked for: it never becomes due");
    missingIf(
        job.dueAt() < queue.toldFloor,
        key,
        job,
        "behind the moment from which due jobs are looked for: it never becomes due");
    byte[] ready = keys.ready(job.priority(), job.dueAt(), job.id());
    missingIf(
        queue.isOrdered(Position.of(job)) && disk.read(Family.DUE, ready).isAbsent(),
        key,
        job,
        "among the ready jobs: it waits until all others have run");
  }

  private void checkEnded(byte[] key, Keys keys, JobHead job) {
    boolean isDead = job.stage() == Stage.DEAD;
    missingIf(
        !isEntry(keys.ended(isDead ? End.DEAD : End.REMEMBERED, job.moment(), job.id()), job),
        key,
        job,
        "in the list of ended jobs");
    missingIf(
        !isDead && !isEntry(keys.ended(End.FORGET, job.forgetAt(), job.id()), job),
        key,
        job,
        "in the list of what is to be forgotten: it is kept for ever");
  }

  private boolean isEntry(byte[] place, JobHead job) {
    Reading entry = disk.read(Family.ENDED, place);
    byte[] stage = entry.value();
    return entry.damage() != null
        || (stage != null && stage.length == 1 && stage[0] == Numbered.STAGES.of(job.stage()));
  }
}
