package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.disk.Batch;
import io.duetime.embedded.internal.disk.Family;
import io.duetime.embedded.internal.disk.Keys;
import io.duetime.embedded.internal.record.ByteReader;
import io.duetime.embedded.internal.record.ByteWriter;
import io.duetime.embedded.internal.record.Numbered;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.embedded.internal.table.JobRecords.PlacedJob;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.ListedJob.JobGroup;
import io.duetime.kernel.job.Position;
import java.util.EnumMap;

/**
 * The places of a queue's jobs: the waiting ones in their order, the leased ones in the book, the
 * ended ones in their lists; and how many there are of each.
 */
final class JobPlaces implements WriteGroup.Member {
  private static final int TALLY_VERSION = 1;
  private static final int TALLY_ROOM = 128;

  private final WriteGroup group;
  private final QueueRecords queue;
  private final ClaimOrder order;
  private final MinuteCounts minutes;
  private final LeaseBook leases;
  private final EndedJobs ended;
  private final EnumMap<Stage, Long> stages = new EnumMap<>(Stage.class);
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
      restore(counts);
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
    to.put(Family.META, queue.tallyKey(), tally());
  }

  @Override
  public void written() {
    joined = false;
  }

  long count(Stage stage) {
    return stages.getOrDefault(stage, 0L);
  }

  /** Counts a change of how many jobs are in a stage. */
  void count(Stage stage, int change) {
    join();
    stages.merge(stage, (long) change, Long::sum);
  }

  private void join() {
    if (!joined) {
      joined = true;
      group.join(this);
    }
  }

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

  /** The counts and the state of the order, in one record. */
  private byte[] tally() {
    ByteWriter to = new ByteWriter(TALLY_ROOM);
    to.u8(TALLY_VERSION);
    for (Stage stage : Numbered.STAGES.values()) {
      to.varint(count(stage));
    }
    order.write(to);
    return to.toBytes();
  }

  private void restore(byte[] tally) {
    ByteReader from = readTally(tally);
    for (Stage stage : Numbered.STAGES.values()) {
      stages.put(stage, from.varint());
    }
    order.restore(count(Stage.WAITING), from);
    from.end();
  }

  /** How many jobs there are by such a record. */
  static long jobsIn(byte[] tally) {
    ByteReader from = readTally(tally);
    return Numbered.STAGES.values().stream().mapToLong(stage -> from.varint()).sum();
  }

  private static ByteReader readTally(byte[] tally) {
    ByteReader from = new ByteReader(tally);
    if (from.u8() != TALLY_VERSION) {
      throw new UnreadableRecordException("counts of an unknown version");
    }
    return from;
  }
}
