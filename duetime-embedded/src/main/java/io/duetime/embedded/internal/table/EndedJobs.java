package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Keys.End;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.IndexEntry;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.JobTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ended jobs of a queue by one of their moments. Remembers from where on there are any, so that a
 * walk does not begin with what is gone.
 */
final class EndedJobs {
  private static final long NOT_LOOKED_UP = -1;

  private final WriteGroup group;
  private final Keys keys;
  private final End kind;

  /** No job has an earlier moment. */
  private long floor;

  private long next = NOT_LOOKED_UP;

  EndedJobs(WriteGroup group, Keys keys, End kind) {
    this.group = group;
    this.keys = keys;
    this.kind = kind;
  }

  /** An entry of the index, which may point to a job that is not there any more. */
  record Entry(long moment, String id, Stage stage) {}

  void added(long moment) {
    next = Math.min(next, moment);
    floor = Math.min(floor, moment);
  }

  void removed(long moment) {
    if (moment == next) {
      next = NOT_LOOKED_UP;
    }
  }

  /** Removes an entry that points to nothing. */
  void remove(Entry entry) {
    group.batch().deleteOnce(Family.ENDED, keys.ended(kind, entry.moment(), entry.id()));
    removed(entry.moment());
  }

  /** Entries with a moment within {@code [from, to)}, behind a position, in order. */
  List<Entry> page(long from, long to, @Nullable Position after, int limit) {
    return after == null || after.moment() < from
        ? walk(keys.endedFrom(kind, from), to, limit)
        : walk(Keys.after(keys.ended(kind, after.moment(), after.id())), to, limit);
  }

  /** Entries with a moment up to this one, in order. */
  List<Entry> upTo(long moment, int max) {
    List<Entry> first = walk(keys.endedFrom(kind, floor), moment + 1, max);
    if (!first.isEmpty()) {
      floor = first.get(0).moment();
    }
    return first;
  }

  private List<Entry> walk(byte[] from, long to, int limit) {
    return group
        .scan(Family.ENDED, from, keys.endedFrom(kind, Math.max(0, to)))
        .list(
            limit,
            at -> {
              byte[] key = at.key();
              Stage stage = IndexEntry.stage(at.value());
              return new Entry(Keys.moment(key), Keys.idBehindMoment(key), stage);
            });
  }

  /** How many entries of a stage have a moment up to this one. */
  long countUpTo(long moment, Stage stage) {
    byte[] end = keys.endedFrom(kind, moment + 1);
    long count = 0;
    try (Scan scan = group.scan(Family.ENDED, keys.endedFrom(kind, floor), end)) {
      for (; scan.isValid(); scan.next()) {
        count += IndexEntry.stage(scan.value()) == stage ? 1 : 0;
      }
    }
    return count;
  }

  /** The earliest moment. */
  long next() {
    if (next == NOT_LOOKED_UP) {
      List<Entry> first = upTo(JobTable.NEVER - 1, 1);
      next = first.isEmpty() ? JobTable.NEVER : first.get(0).moment();
      floor = next;
    }
    return next;
  }
}
