package io.duetime.memory;

import io.duetime.engine.JobBody;
import io.duetime.kernel.job.JobHead;
import io.duetime.kernel.job.Position.IdOrder;
import io.duetime.wheel.WheelTimer;
import java.util.Comparator;

/** A job on the heap; hangs in the wheel of its stage while that stage has a moment ahead. */
final class HeapJob extends WheelTimer {
  static final Comparator<HeapJob> BY_ID = (a, b) -> IdOrder.compare(a.head.id(), b.head.id());

  JobHead head;
  JobBody body;

  HeapJob(JobHead head, JobBody body) {
    this.head = head;
    this.body = body;
  }
}
