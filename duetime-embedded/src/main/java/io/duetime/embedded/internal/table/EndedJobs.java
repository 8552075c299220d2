package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.disk.Keys.End;
import io.duetime.embedded.internal.disk.Scan;
import io.duetime.embedded.internal.record.Numbered;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import io.duetime.kernel.state.JobTable;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Dead, done and cancelled jobs by the moment of that, and by when they are to be forgotten. */
final class EndedJobs {
  private static final long NOT_LOOKED_UP = -1;

  private final WriteGroup group;
  private final Keys keys;

  /** No job is to be forgotten before this moment. */
  private long forgetFloor;

  private long nextForget = NOT_LOOKED_UP;

  /** No job is dead since before this moment. */
  private long deathFloor;

  EndedJobs(WriteGroup group, Keys keys) {
    this.group = group;
    this.keys = keys;
  }

  /** An entry of the index, which may point to a job that is not there any more. */
  record Entry(long moment, String id, Stage stage) {}

  void add(JobHead head) {
    Batch batch = group.batch();
    byte[] stage = {(byte) Numbered.STAGES.of(head.stage())};
    batch.put(
        Family.ENDED, keys.ended(kind(head.stage().group()), head.moment(), head.id()), stage);
    if (head.stage() == Stage.DEAD) {
      deathFloor = Math.min(deathFloor, head.moment());
    } else {
      batch.put(Family.ENDED, keys.ended(End.FORGET, head.forgetAt(), head.id()), stage);
      nextForget = Math.min(nextForget, head.forgetAt());
      forgetFloor = Math.min(forgetFloor, head.forgetAt());
    }
  }

  void remove(JobHead head) {
    group
        .batch()
        .deleteOnce(Family.ENDED, keys.ended(kind(head.stage().group()), head.moment(), head.id()));
    if (head.stage() != Stage.DEAD) {
      remove(head.forgetAt(), head.id());
    }
  }

  /** Removes an entry that points to nothing. */
  void remove(JobGroup of, Entry entry) {
    group.batch().deleteOnce(Family.ENDED, keys.ended(kind(of), entry.moment(), entry.id()));
  }

  void remove(long forgetAt, String id) {
    group.batch().deleteOnce(Family.ENDED, keys.ended(End.FORGET, forgetAt, id));
    if (forgetAt == nextForget) {
      nextForget = NOT_LOOKED_UP;
    }
  }

  private static End kind(JobGroup of) {
    return of == JobGroup.DEAD ? End.DEAD : End.REMEMBERED;
  }

  /** Entries with a moment within {@code [from, to)}, behind a position, in order. */
  List<Entry> page(JobGroup of, long from, long to, @Nullable Position after, int limit) {
    End kind = kind(of);
    byte[] start = keys.endedFrom(kind, from);
    if (after != null && after.moment() >= from) {
      start = Keys.after(keys.ended(kind, after.moment(), after.id()));
    }
    return walk(start, kind, to, limit);
  }

  /** Entries of what is to be forgotten by now. */
  List<Entry> forgettable(long now, int max) {
    return walk(keys.endedFrom(End.FORGET, forgetFloor), End.FORGET, now + 1, max);
  }

  /** Entries of jobs that died up to a moment, in order. */
  List<Entry> oldestDead(long upTo, int max) {
    List<Entry> oldest = walk(keys.endedFrom(End.DEAD, deathFloor), End.DEAD, upTo + 1, max);
    if (!oldest.isEmpty()) {
      deathFloor = oldest.get(0).moment();
    }
    return oldest;
  }

  long deadCount(long upTo) {
    return count(End.DEAD, deathFloor, upTo, at -> true);
  }

  /** How many of what is to be forgotten by now are of a stage. */
  long forgettableCount(Stage stage, long now) {
    int number = Numbered.STAGES.of(stage);
    return count(End.FORGET, forgetFloor, now, at -> at.value()[0] == number);
  }

  private long count(End kind, long from, long upTo, Predicate<Scan> wanted) {
    byte[] end = keys.endedFrom(kind, upTo + 1);
    long count = 0;
    try (Scan scan = group.scan(Family.ENDED, keys.endedFrom(kind, from), end)) {
      for (; scan.isValid(); scan.next()) {
        count += wanted.test(scan) ? 1 : 0;
      }
    }
    return count;
  }

  private List<Entry> walk(byte[] from, End kind, long to, int limit) {
    return group
        .scan(Family.ENDED, from, keys.endedFrom(kind, Math.max(0, to)))
        .list(
            limit,
            at -> {
              byte[] key = at.key();
              Stage stage = Numbered.STAGES.value(at.value()[0]);
              return new Entry(Keys.moment(key), Keys.idBehindMoment(key), stage);
            });
  }

  /** The earliest moment at which a job is to be forgotten. */
  long nextForget() {
    if (nextForget == NOT_LOOKED_UP) {
      List<Entry> first = forgettable(JobTable.NEVER - 1, 1);
      nextForget = first.isEmpty() ? JobTable.NEVER : first.get(0).moment();
      forgetFloor = nextForget;
    }
    return nextForget;
  }
}
