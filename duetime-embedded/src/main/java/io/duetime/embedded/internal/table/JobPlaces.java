package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Stage;
import io.duetime.internal.kernel.list.JobGroup;
import io.duetime.internal.kernel.list.Position;

/**
 * The places of a queue's jobs: the waiting ones in their lines, the leased ones in the book, the
 * ended ones in their lists; and how many there are of each.
 */
final class JobPlaces implements WriteGroup.Member {
  private final WriteGroup group;
  private final QueueRecords queue;
  private final WaitingLines lines;
  private final MinuteCounts minutes;
  private final LeaseBook leases;
  private final EndedJobs ended;
  private final StageCounts tally = new StageCounts();
  private boolean joined;

  /** Takes up the places where they were left; the leases are still to be put. */
  JobPlaces(WriteGroup group, Keys keys, QueueRecords queue, int window, long now) {
    this.group = group;
    this.queue = queue;
    this.lines = new WaitingLines(group, keys, window, now);
    this.minutes = new MinuteCounts(group, keys);
    this.leases = new LeaseBook(now);
    this.ended = new EndedJobs(group, keys);
    byte[] counts = queue.tally();
    if (counts != null) {
      tally.restore(counts, lines);
    }
  }

  WaitingLines lines() {
    return lines;
  }

  MinuteCounts minutes() {
    return minutes;
  }

  LeaseBook leases() {
    return leases;
  }

  EndedJobs ended() {
    return ended;
  }

  @Override
  public void complete(Batch to) {
    minutes.complete(to);
    lines.raiseFloors();
    to.put(Family.META, queue.tallyKey(), tally.record(lines));
  }

  @Override
  public void written() {
    joined = false;
  }

  long count(Stage stage) {
    return tally.of(stage);
  }

  /** Counts a change of how many jobs are in a stage. */
  void count(Stage stage, int change) {
    if (!joined) {
      joined = true;
      group.join(this);
    }
    tally.add(stage, change);
  }

  /** Puts a job where it belongs; answers the level of its line, 0 when it does not wait. */
  int enter(JobHead head) {
    count(head.stage(), 1);
    return switch (head.stage()) {
      case WAITING -> {
        minutes.add(head.dueAt(), 1);
        yield lines.add(head);
      }
      case LEASED -> {
        leases.put(head);
        yield 0;
      }
      case DEAD, DONE, CANCELLED -> {
        ended.add(head);
        yield 0;
      }
    };
  }

  /** Takes a job out of its place; the level tells its line if it waits. */
  void leave(JobHead head, int level) {
    count(head.stage(), -1);
    switch (head.stage()) {
      case WAITING -> {
        minutes.add(head.dueAt(), -1);
        lines.remove(level, head.dueAt(), head.id());
      }
      case LEASED -> leases.remove(head.id());
      case DEAD, DONE, CANCELLED -> ended.remove(head);
    }
  }

  /** Takes away an entry of a line that points to a job whose record was set aside. */
  void drop(WaitingLine line, Position place) {
    count(Stage.WAITING, -1);
    minutes.add(place.moment(), -1);
    lines.remove(line.level, place.moment(), place.id());
  }

  /** Takes away an entry of the ended jobs that points to nothing. */
  void drop(JobGroup of, EndedJobs.Entry entry) {
    count(entry.stage(), -1);
    ended.remove(of, entry);
  }

  /** Whether a job waits in a line at a place. */
  static boolean isAt(PlacedJob held, WaitingLine line, Position place) {
    return held.head().stage() == Stage.WAITING
        && held.head().dueAt() == place.moment()
        && held.level() == line.level;
  }
}
