package io.duetime.embedded.internal.table;

import io.duetime.StoreFailureException;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Keys.End;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.IndexEntry;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.JobTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Waiting jobs of a queue that have failed before, by due time. Counts them when first asked. What
 * an earlier version wrote is added before it is listed, and with each count a slice of it: until
 * the last, the count is too low.
 */
final class RetryingJobs {
  private static final long NOT_COUNTED = -1;
  private static final int SLICE = 10_000;

  private final WriteGroup group;
  private final Keys keys;
  private final QueueRecords records;
  private final EndedJobs entries;
  private long count = NOT_COUNTED;

  /** Heads before this key have been looked at; null where none have. */
  private byte @Nullable [] reached;

  RetryingJobs(WriteGroup group, Keys keys, QueueRecords records) {
    this.group = group;
    this.keys = keys;
    this.records = records;
    this.entries = new EndedJobs(group, keys, End.RETRYING);
  }

  void add(JobHead head) {
    put(head);
    count(1);
  }

  void remove(JobHead head) {
    remove(new EndedJobs.Entry(head.dueAt(), head.id(), Stage.WAITING));
  }

  /** Removes the entry of a job, which may be gone. */
  void remove(EndedJobs.Entry entry) {
    entries.remove(entry);
    count(-1);
  }

  private void put(JobHead head) {
    IndexEntry entry = IndexEntry.retrying(keys, head);
    group.batch().put(entry.family(), entry.key(), entry.value());
    entries.added(head.dueAt());
  }

  private void count(int change) {
    if (count != NOT_COUNTED) {
      count = Math.max(0, count + change);
    }
  }

  long count() {
    try {
      index(SLICE);
    } catch (StoreFailureException damaged) {
      // Told where the jobs are looked for. What can be counted is counted.
    }
    if (count == NOT_COUNTED) {
      count = entries.countUpTo(JobTable.NEVER - 1, Stage.WAITING);
    }
    return count;
  }

  /** Entries with a due time within {@code [from, to)}, behind a position, in order. */
  List<EndedJobs.Entry> page(long from, long to, @Nullable Position after, int limit) {
    index(Integer.MAX_VALUE);
    return entries.page(from, to, after, limit);
  }

  // Adds the jobs that an earlier version wrote, and drops the entries that it left behind.
  private void index(int most) {
    if (records.hasRetryingIndex()) {
      return;
    }
    if (reached == null) {
      clear();
      count = 0;
      reached = keys.first();
    }
    try (Scan scan = group.scan(Family.HEAD, reached, Keys.behind(keys.first()))) {
      for (int looked = 0; scan.isValid() && looked < most; scan.next(), looked++) {
        addMissing(scan.key(), scan.value());
        reached = Keys.after(scan.key());
      }
      if (!scan.isValid()) {
        records.saveRetryingIndex();
        count = NOT_COUNTED;
      }
    }
    group.write();
  }

  private void clear() {
    List<EndedJobs.Entry> some = entries.upTo(JobTable.NEVER - 1, SLICE);
    while (!some.isEmpty()) {
      some.forEach(entries::remove);
      some = entries.upTo(JobTable.NEVER - 1, SLICE);
    }
  }

  private void addMissing(byte[] key, byte[] value) {
    JobHead head = readable(key, value);
    if (head != null && head.isRetrying() && isMissing(head)) {
      put(head);
      count(1);
    }
    if (group.isLarge()) {
      group.write();
    }
  }

  private boolean isMissing(JobHead head) {
    return group.get(Family.ENDED, IndexEntry.retrying(keys, head).key()) == null;
  }

  private static @Nullable JobHead readable(byte[] key, byte[] value) {
    try {
      return Records.head(value, Keys.id(key));
    } catch (UnreadableRecordException malformed) {
      return null; // set aside when the job is looked for
    }
  }
}
