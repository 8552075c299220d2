package io.duetime.embedded.internal.verify;

import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Reading;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Stage;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks that each entry of an index leads to a job of that place. */
final class IndexCheck {
  private static final byte[] ALL_END = {(byte) 0xff};
  private static final String CHECK = "index";
  private static final int QUEUE = Integer.BYTES;
  private static final int FORGET = 2;

  private final Disk disk;
  private final Queues queues;
  private final Leases leases;
  private final Findings findings;

  IndexCheck(Disk disk, Queues queues, Leases leases, Findings findings) {
    this.disk = disk;
    this.queues = queues;
    this.leases = leases;
    this.findings = findings;
  }

  void run() {
    walk(Family.DUE, key -> leads(key, Keys.idOfDue(key), job -> isDue(key, job)));
    walk(Family.ENDED, key -> leads(key, Keys.idBehindMoment(key), job -> hasEnded(key, job)));
    walk(Family.TAG, key -> leads(key, Keys.idBehindTag(key), job -> hasTag(key, job)));
  }

  private void walk(Family family, Predicate<byte[]> leads) {
    try (Scan scan = disk.scan(family, new byte[0], ALL_END)) {
      for (; scan.isValid(); scan.next()) {
        byte[] key = scan.key();
        if (!leads.test(key)) {
          QueueFacts queue = queues.of(key);
          String where = queue == null ? "number " + Keys.queue(key) : queue.name;
          findings.warning(
              CHECK,
              "queue "
                  + where
                  + ": an entry of "
                  + family
                  + " leads to no such job: "
                  + id(family, key),
              Findings.NOTHING);
        }
      }
    }
  }

  private static String id(Family family, byte[] key) {
    return switch (family) {
      case TAG -> Keys.idBehindTag(key);
      case DUE -> Keys.idOfDue(key);
      default -> Keys.idBehindMoment(key);
    };
  }

  private boolean leads(byte[] key, String id, Predicate<JobHead> isFound) {
    if (queues.of(key) == null) {
      return false;
    }
    byte[] job = new Keys(Keys.queue(key)).job(id);
    Reading record = disk.read(Family.JOB, job);
    Reading head = disk.read(Family.HEAD, job);
    if (record.damage() != null || head.damage() != null) {
      // It has been told of already, with its job.
      return true;
    }
    try {
      JobHead found = find(job, id, record.value(), head.value());
      return found != null && isFound.test(found);
    } catch (UnreadableRecordException malformed) {
      return true;
    }
  }

  private @Nullable JobHead find(
      byte[] key, String id, byte @Nullable [] record, byte @Nullable [] head) {
    if (record == null) {
      return null;
    }
    byte[] lease = leases.of(key);
    byte[] changed = lease == null ? head : lease;
    return changed == null ? Records.jobHead(record, id) : Records.head(changed, id);
  }

  private static boolean isDue(byte[] key, JobHead job) {
    return job.stage() == Stage.WAITING
        && job.dueAt() == Keys.dueAt(key)
        && (!Keys.isReady(key) || job.priority() == Keys.priority(key));
  }

  private static boolean hasEnded(byte[] key, JobHead head) {
    boolean isEnded = head.end() != null;
    long moment = key[QUEUE] == FORGET ? head.forgetAt() : head.moment();
    return isEnded && moment == Keys.moment(key);
  }

  private static boolean hasTag(byte[] key, JobHead job) {
    int from = QUEUE + 1;
    String tag = new String(key, from, key[QUEUE] & 0xff, StandardCharsets.UTF_8);
    return job.terms().tags().contains(tag);
  }
}
