package io.duetime.embedded.internal.table;

import io.duetime.embedded.internal.record.ByteReader;
import io.duetime.embedded.internal.record.ByteWriter;
import io.duetime.embedded.internal.record.Numbered;
import io.duetime.embedded.internal.record.UnreadableRecordException;
import io.duetime.internal.kernel.job.JobHead.Stage;
import java.util.EnumMap;

/** How many jobs of a queue are in each stage, and the state of their order; one record. */
final class StageCounts {
  private static final int VERSION = 1;
  private static final int ROOM = 128;

  private final EnumMap<Stage, Long> stages = new EnumMap<>(Stage.class);

  void add(Stage stage, int change) {
    stages.merge(stage, (long) change, Long::sum);
  }

  long of(Stage stage) {
    return stages.getOrDefault(stage, 0L);
  }

  byte[] record(ClaimOrder order) {
    ByteWriter to = new ByteWriter(ROOM);
    to.u8(VERSION);
    for (Stage stage : Numbered.STAGES.values()) {
      to.varint(of(stage));
    }
    order.write(to);
    return to.toBytes();
  }

  /** How many jobs there are by such a record. */
  static long jobs(byte[] record) {
    ByteReader from = begin(record);
    long jobs = 0;
    for (int i = 0; i < Numbered.STAGES.values().size(); i++) {
      jobs += from.varint();
    }
    return jobs;
  }

  private static ByteReader begin(byte[] record) {
    ByteReader from = new ByteReader(record);
    if (from.u8() != VERSION) {
      throw new UnreadableRecordException("counts of an unknown version");
    }
    return from;
  }

  void restore(byte[] record, ClaimOrder order) {
    ByteReader from = begin(record);
    for (Stage stage : Numbered.STAGES.values()) {
      stages.put(stage, from.varint());
    }
    order.restore(of(Stage.WAITING), from);
    from.end();
  }
}
