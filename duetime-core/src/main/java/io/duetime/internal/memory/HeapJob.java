package io.duetime.internal.memory;

import io.duetime.engine.JobBody;
import io.duetime.internal.kernel.job.JobHead;
import io.duetime.internal.wheel.WheelTimer;

/** A job on the heap; hangs in the wheel of its stage while that stage has a moment ahead. */
final class HeapJob extends WheelTimer {
  JobHead head;
  JobBody body;

  HeapJob(JobHead head, JobBody body) {
    this.head = head;
    this.body = body;
  }
}
