package io.duetime.embedded.internal.record;

import io.duetime.kernel.job.JobHead.Stage;
import io.duetime.kernel.job.Position;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of the jobs of a queue together.
 *
 * @param stages how many jobs there are in each stage
 * @param floor no waiting job is due before this moment
 * @param only the priority of all waiting jobs, where {@code ordered} is null
 * @param ordered the place up to which all waiting jobs are ready; null where all have one priority
 */
public record QueueTally(
    Map<Stage, Long> stages, long floor, long only, @Nullable Position ordered) {

  /** That of a queue without jobs. */
  public static final QueueTally EMPTY = new QueueTally(Map.of(), 0, 0, null);

  /** How many jobs there are. */
  public long jobs() {
    return stages.values().stream().mapToLong(Long::longValue).sum();
  }

  void write(ByteWriter to) {
    for (Stage stage : Numbered.STAGES.values()) {
      to.varint(stages.getOrDefault(stage, 0L));
    }
    to.varint(floor);
    to.u8(ordered == null ? 0 : 1);
    if (ordered == null) {
      to.varint(only);
    } else {
      to.varint(ordered.moment() + 1);
      to.text(ordered.id());
    }
  }

  static QueueTally read(ByteReader from) {
    EnumMap<Stage, Long> stages = new EnumMap<>(Stage.class);
    for (Stage stage : Numbered.STAGES.values()) {
      stages.put(stage, from.varint());
    }
    long floor = from.varint();
    return from.u8() == 0
        ? new QueueTally(stages, floor, from.varint(), null)
        : new QueueTally(stages, floor, 0, new Position(from.varint() - 1, from.text()));
  }
}
