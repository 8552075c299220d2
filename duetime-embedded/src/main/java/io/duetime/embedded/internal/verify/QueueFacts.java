package io.duetime.embedded.internal.verify;

import io.duetime.embedded.internal.record.ByteReader;
import io.duetime.embedded.internal.record.Numbered;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.internal.kernel.job.JobHead.Stage;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** What is kept of a queue as a whole, and what its jobs come to. Not thread-safe. */
final class QueueFacts {
  private static final int TALLY_VERSION = 1;

  final String name;

  /** By its jobs. */
  final EnumMap<Stage, Long> stages = new EnumMap<>(Stage.class);

  final Map<Integer, Long> levels = new HashMap<>();
  final Map<Long, Long> minutes = new HashMap<>();

  /** By its tally. */
  final EnumMap<Stage, Long> toldStages = new EnumMap<>(Stage.class);

  final Map<Integer, LineFacts> toldLines = new HashMap<>();

  QueueFacts(String name) {
    this.name = name;
  }

  /** A line of waiting jobs: how many, and a moment before which none is due. */
  record LineFacts(long count, long floor) {}

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
    int count = from.count();
    for (int i = 0; i < count; i++) {
      int level = from.u8();
      from.varint();
      toldLines.put(level, new LineFacts(from.varint(), from.varint()));
    }
    from.end();
  }

  void add(Stage stage) {
    stages.merge(stage, 1L, Long::sum);
  }

  void addWaiting(int level, long minute) {
    levels.merge(level, 1L, Long::sum);
    minutes.merge(minute, 1L, Long::sum);
  }

  String job(String id) {
    return "queue " + name + ", job " + id;
  }
}
