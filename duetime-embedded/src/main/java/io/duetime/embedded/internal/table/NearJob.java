package io.duetime.embedded.internal.table;

import io.duetime.internal.kernel.list.Position;
import io.duetime.internal.wheel.WheelTimer;

/** A waiting job of which the heap knows: one of the next of its line. */
final class NearJob extends WheelTimer {
  final WaitingLine line;
  final Position place;

  NearJob(WaitingLine line, long dueAt, String id) {
    this.line = line;
    this.place = new Position(dueAt, id);
  }

  String id() {
    return place.id();
  }

  long dueAt() {
    return place.moment();
  }
}
