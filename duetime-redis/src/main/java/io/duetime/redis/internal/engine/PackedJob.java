package io.duetime.redis.internal.engine;

import io.duetime.engine.JobSpec;
import io.duetime.redis.internal.record.RecordCodec;

/** A request as it is sent. */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record PackedJob(JobSpec job, byte[] record) {
  static PackedJob of(JobSpec job) {
    return new PackedJob(job, RecordCodec.write(job));
  }

  String id() {
    return job.id();
  }

  long weight() {
    return (long) record.length + job.id().length();
  }
}
