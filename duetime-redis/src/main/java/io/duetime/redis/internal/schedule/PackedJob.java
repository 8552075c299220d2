package io.duetime.redis.internal.schedule;

import io.duetime.engine.JobSpec;
import io.duetime.internal.kernel.job.JobHead.WholeJob;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.record.WholeJobWriter;
import org.jspecify.annotations.Nullable;

/**
 * An encoded request.
 *
 * @param state how far a job of another store has come; null for a new one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PackedJob(JobSpec job, byte[] record, byte @Nullable [] state) {
  static PackedJob of(JobSpec job) {
    return new PackedJob(job, RecordCodec.write(job), null);
  }

  static PackedJob of(WholeJob job) {
    WholeJobWriter.Packed packed = WholeJobWriter.write(job);
    return new PackedJob(packed.request(), packed.record(), packed.state());
  }

  String id() {
    return job.id();
  }

  long weight() {
    return (long) record.length + job.id().length() + (state == null ? 0 : state.length);
  }

  void addTo(Arguments arguments) {
    arguments.add(id()).add(record);
    if (state == null) {
      arguments.add(JobScheduler.due(job.due()));
    } else {
      arguments.add(state);
    }
  }
}
