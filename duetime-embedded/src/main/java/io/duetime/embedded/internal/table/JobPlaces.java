package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.kernel.job.JobHead.Stage;
import io.duetime.internal.kernel.list.JobGroup;
import io.duetime.internal.kernel.list.Position;

/**
 * The places of a queue's jobs: the waiting ones in their order, the leased ones in the book, the
 * ended ones in their lists; and how many there are of each.
 */
final class JobPlaces implements WriteGroup.Member {
  private final WriteGroup group;
  private final QueueRecords queue;
  private final ClaimOrder order;
  private final MinuteCounts minutes;
  private final LeaseBook leases;
  private final EndedJobs ended;
  private final StageCounts tally = new StageCounts();
  private boolean joined;

  /** Takes up the places where they were left; the leases are still to be put. */
  JobPlaces(WriteGroup group, Keys keys, QueueRecords queue, int window, long now) {
    this.group = group;
    this.queue = queue;
    this.order = new ClaimOrder(group, keys, window, now, this::join);
    this.minutes = new MinuteCounts(group, keys);
    this.leases = new LeaseBook(now);
    this.ended = new EndedJobs(group, keys);
    byte[] counts = queue.tally();
    if (counts != null) {
      tally.restore(counts, order);
    }
  }

  ClaimOrder order() {
    return order;
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
    to.put(Family.META, queue.tallyKey(), tally.record(order));
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
    join();
    tally.add(stage, change);
  }

  private void join() {
    if (!joined) {
      joined = true;
      group.join(this);
    }
  }

  /** Puts a job where it belongs. */
  void enter(JobHead head) {
    count(head.stage(), 1);
    switch (head.stage()) {
      case WAITING -> {
        minutes.add(head.dueAt(), 1);
        order.add(head);
      }
      case LEASED -> leases.put(head);
      case DEAD, DONE, CANCELLED -> ended.add(head);
    }
  }

  /** Takes a job out of its place. */
  void leave(JobHead head) {
    count(head.stage(), -1);
    switch (head.stage()) {
      case WAITING -> {
        minutes.add(head.dueAt(), -1);
        order.remove(head.priority(), Position.of(head));
      }
      case LEASED -> leases.remove(head.id());
      case DEAD, DONE, CANCELLED -> ended.remove(head);
    }
  }

  /** Takes away an entry of the waiting jobs that points to a job whose record was set aside. */
  void drop(NearJob entry) {
    count(Stage.WAITING, -1);
    minutes.add(entry.dueAt(), -1);
    order.remove(entry.priority, entry.place);
  }

  /** Takes away an entry of the ended jobs that points to nothing. */
  void drop(JobGroup of, EndedJobs.Entry entry) {
    count(entry.stage(), -1);
    ended.remove(of, entry);
  }

  /** Whether a job waits at the place of an entry. */
  static boolean isAt(PlacedJob held, NearJob entry) {
    return held.head().stage() == Stage.WAITING && held.head().dueAt() == entry.dueAt();
  }
}
