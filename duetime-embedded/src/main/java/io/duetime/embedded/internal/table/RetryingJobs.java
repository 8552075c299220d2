package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Keys.End;
import io.duetime.embedded.internal.record.IndexEntry;
import io.duetime.embedded.internal.record.Records;
import io.duetime.embedded.internal.record.Records.UnreadableRecordException;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.JobTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Waiting jobs of a queue that have failed before, by due time. Counts them when first asked. */
final class RetryingJobs {
  private static final long NOT_COUNTED = -1;

  private final WriteGroup group;
  private final Keys keys;
  private final QueueRecords records;
  private final EndedJobs entries;
  private long count = NOT_COUNTED;

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
    if (count == NOT_COUNTED) {
      index();
      count = entries.countUpTo(JobTable.NEVER - 1, Stage.WAITING);
    }
    return count;
  }

  /** Entries with a due time within {@code [from, to)}, behind a position, in order. */
  List<EndedJobs.Entry> page(long from, long to, @Nullable Position after, int limit) {
    index();
    return entries.page(from, to, after, limit);
  }

  // Adds, once, the jobs that were written before there were such entries.
  private void index() {
    if (records.hasRetryingIndex()) {
      return;
    }
    List<JobHead> missing = new ArrayList<>();
    group
        .scan(Family.HEAD, keys.first())
        .forEach(at -> {
          JobHead head = readable(at.key(), at.value());
          if (head != null && head.isRetrying() && isMissing(head)) {
            missing.add(head);
          }
        });
    missing.forEach(this::put);
    records.saveRetryingIndex();
    group.write();
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
