package io.duetime.embedded.internal.verify;

import io.duetime.embedded.internal.disk.Disk;
import io.duetime.embedded.internal.disk.Disk.Reading;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.embedded.internal.verify.Queues.QueueFacts;
import io.duetime.embedded.internal.verify.StoreCheck.Findings;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Checks that each entry of an index leads to a job of that place, and that the counts that are
 * kept are those of the jobs.
 */
final class IndexCheck {
  private static final int QUEUE = Integer.BYTES;
  private static final int FORGET = 2;

  private final Disk disk;
  private final JobRecordView view;
  private final Queues queues;
  private final Findings findings;

  IndexCheck(Disk disk, JobRecordView view, Queues queues, Findings findings) {
    this.disk = disk;
    this.view = view;
    this.queues = queues;
    this.findings = findings;
  }

  void run() {
    walk(Family.DUE, Keys::idOfDue, IndexCheck::isDue);
    walk(Family.ENDED, Keys::idBehindMoment, IndexCheck::hasEnded);
    walk(Family.TAG, Keys::idBehindTag, IndexCheck::hasTag);
  }

  private void walk(
      Family family, Function<byte[], String> id, BiPredicate<byte[], JobHead> isPlaceOf) {
    disk.scan(family)
        .forEach(at -> {
          byte[] key = at.key();
          if (!leads(key, id.apply(key), isPlaceOf)) {
            findings.warning(
                "index",
                queues.named(key)
                    + ": an entry of "
                    + family
                    + " leads to no such job: "
                    + id.apply(key),
                Findings.NOTHING);
          }
        });
  }

  private boolean leads(byte[] key, String id, BiPredicate<byte[], JobHead> isPlaceOf) {
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
      byte[] found = record.value();
      return found != null && isPlaceOf.test(key, view.current(job, found, head.value()));
    } catch (UnreadableRecordException malformed) {
      return true;
    }
  }

  private static boolean isDue(byte[] key, JobHead job) {
    return job.stage() == Stage.WAITING
        && job.dueAt() == Keys.dueAt(key)
        && (!Keys.isReady(key) || job.priority() == Keys.priority(key));
  }

  private static boolean hasEnded(byte[] key, JobHead head) {
    long moment = key[QUEUE] == FORGET ? head.forgetAt() : head.moment();
    return head.end() != null && moment == Keys.moment(key);
  }

  private static boolean hasTag(byte[] key, JobHead job) {
    String tag = new String(key, QUEUE + 1, key[QUEUE] & 0xff, StandardCharsets.UTF_8);
    return job.terms().tags().contains(tag);
  }

  /** Compares the counts with the jobs, all of which have been looked at. */
  void compareCounts() {
    queues
        .all()
        .forEach((number, queue) -> {
          for (Stage stage : Stage.values()) {
            long told = queue.toldStages.getOrDefault(stage, 0L);
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
          compareMinute(
              queue, minute, ByteBuffer.wrap(at.value()).order(ByteOrder.LITTLE_ENDIAN).getLong());
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
