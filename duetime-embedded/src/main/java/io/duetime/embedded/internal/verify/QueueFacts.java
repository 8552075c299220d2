package io.duetime.embedded.internal.verify;

import io.duetime.embedded.internal.record.ByteReader;
import io.duetime.embedded.internal.record.Numbered;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.internal.kernel.job.JobHead.Stage;
import io.duetime.internal.kernel.list.Position;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** What is kept of a queue as a whole, and what its jobs come to. Not thread-safe. */
final class QueueFacts {
  private static final int TALLY_VERSION = 1;

  final String name;

  /** By its jobs. */
  final EnumMap<Stage, Long> stages = new EnumMap<>(Stage.class);

  final Map<Long, Long> minutes = new HashMap<>();

  /** By its tally. */
  final EnumMap<Stage, Long> toldStages = new EnumMap<>(Stage.class);

  /** A moment before which no job is due. */
  long toldFloor;

  /** The place up to which jobs are ordered by priority. */
  private Position toldOrdered = new Position(-1, "");

  QueueFacts(String name) {
    this.name = name;
  }

  /**
   * Reads the tally.
   *
   * @throws UnreadableRecordException if it cannot be understood
   */
  void readTally(byte[] record) {
    ByteReader from = new ByteReader(record);
    if (from.u8() != TALLY_VERSION) {
      throw new UnreadableRecordException("counts of an unknown version");
    }
    for (Stage stage : Numbered.STAGES.values()) {
      toldStages.put(stage, from.varint());
    }
    toldFloor = from.varint();
    if (from.u8() == 0) {
      from.varint();
    } else {
      toldOrdered = new Position(from.varint() - 1, from.text());
    }
    from.end();
  }

  void add(Stage stage) {
    stages.merge(stage, 1L, Long::sum);
  }

  /** Whether a waiting job at a place has to be among the ready ones. */
  boolean isOrdered(Position place) {
    return place.compareTo(toldOrdered) <= 0;
  }

  void addWaiting(long minute) {
    minutes.merge(minute, 1L, Long::sum);
  }

  String job(String id) {
    return "queue " + name + ", job " + id;
  }
}
