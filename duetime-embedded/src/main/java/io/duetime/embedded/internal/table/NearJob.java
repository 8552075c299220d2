package io.duetime.embedded.internal.table;

import io.duetime.kernel.job.Position;
import io.duetime.wheel.WheelTimer;
import java.util.Comparator;

/** A waiting job of which the heap knows: one of the next by due time, or by priority. */
final class NearJob extends WheelTimer {
  static final Comparator<NearJob> BY_DUE_TIME = Comparator.comparing(job -> job.place);
  static final Comparator<NearJob> BY_PRIORITY =
      Comparator.comparingLong((NearJob job) -> job.priority).thenComparing(BY_DUE_TIME);

  final long priority;
  final Position place;

  NearJob(long priority, long dueAt, String id) {
    this.priority = priority;
    this.place = new Position(dueAt, id);
  }

  String id() {
    return place.id();
  }

  long dueAt() {
    return place.moment();
  }
}
