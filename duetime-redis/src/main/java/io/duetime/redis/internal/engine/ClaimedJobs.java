package io.duetime.redis.internal.engine;

import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import io.duetime.redis.internal.record.MalformedRecordException;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.record.RecordCodec.Recorded;
import io.duetime.redis.internal.record.StateCodec;
import io.duetime.redis.internal.record.StateCodec.State;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Gathers the jobs of one claim, which several calls of scripts may bring. Not thread safe. */
final class ClaimedJobs {
  private final DamagedJobs damaged;
  private final List<ClaimedJob> jobs = new ArrayList<>();
  private long payloadBytes;

  ClaimedJobs(DamagedJobs damaged) {
    this.damaged = damaged;
  }

  List<ClaimedJob> jobs() {
    return jobs;
  }

  int size() {
    return jobs.size();
  }

  long payloadBytes() {
    return payloadBytes;
  }

  /** Takes over the rest of an answer: id, record and state of each job; tells how many. */
  int add(ShardKeys shard, Reply reply) {
    int taken = 0;
    for (; reply.hasMore(); taken++) {
      add(shard, reply.text(), reply.bytes(), reply.bytes());
    }
    return taken;
  }

  private void add(ShardKeys shard, String id, byte[] record, byte[] state) {
    try {
      ClaimedJob job = job(shard, id, RecordCodec.read(record), StateCodec.read(state));
      payloadBytes += job.body().payload().length;
      jobs.add(job);
    } catch (MalformedRecordException malformed) {
      damaged.setAside(shard, id, record, state, malformed);
    }
  }

  private static ClaimedJob job(ShardKeys shard, String id, Recorded record, State state) {
    return new ClaimedJob(
        new LeaseToken(shard.queue(), shard.shard(), id, state.fence()),
        record.body(),
        new ClaimedJob.Times(state.dueAt(), state.firstDueAt(), record.acceptedAt()),
        Objects.requireNonNullElse(state.rare().priority(), record.priority()),
        new ClaimedJob.Run(state.attempt(), record.retry().maxAttempts(), state.until()));
  }
}
