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

  static QueueTally of(RecordFields fields, QueueTally tally) {
    Map<Stage, Long> stages = new EnumMap<>(Stage.class);
    for (Stage stage : Numbered.STAGES.values()) {
      stages.put(stage, fields.varint(tally.stages.getOrDefault(stage, 0L)));
    }
    long floor = fields.varint(tally.floor);
    if (!fields.flag(tally.ordered != null)) {
      return new QueueTally(stages, floor, fields.varint(tally.only), null);
    }
    Position place = tally.ordered == null ? Position.BEGINNING : tally.ordered;
    return new QueueTally(
        stages,
        floor,
        0,
        new Position(fields.varint(place.moment() + 1) - 1, fields.text(place.id())));
  }
}
