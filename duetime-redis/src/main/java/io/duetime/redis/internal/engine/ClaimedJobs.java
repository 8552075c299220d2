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

  /**
   * Takes over the rest of an answer: id, record and state of each job; tells how many.
   *
   * @param firstPermit the number of the permit of the first, the others following it; 0 for none
   */
  int add(ShardKeys shard, Reply reply, long firstPermit) {
    int taken = 0;
    for (ReplyPart row : reply.each()) {
      add(shard, firstPermit == 0 ? 0 : firstPermit + taken, row);
      taken++;
    }
    return taken;
  }

  private void add(ShardKeys shard, long permit, ReplyPart row) {
    String id = row.text("id");
    byte[] record = row.bytes("record");
    byte[] state = row.bytes("state");
    try {
      State read = StateCodec.read(state);
      LeaseToken lease = new LeaseToken(shard.queue(), shard.shard(), id, read.fence(), permit);
      ClaimedJob job = job(lease, RecordCodec.read(record), read);
      payloadBytes += job.body().payload().length;
      jobs.add(job);
    } catch (MalformedRecordException malformed) {
      damaged.setAside(shard, id, record, state, malformed);
    }
  }

  private static ClaimedJob job(LeaseToken lease, Recorded record, State state) {
    return new ClaimedJob(
        lease,
        record.body(),
        new ClaimedJob.Times(state.dueAt(), state.firstDueAt(), record.acceptedAt()),
        Objects.requireNonNullElse(state.rare().priority(), record.priority()),
        new ClaimedJob.Run(state.attempt(), record.retry().maxAttempts(), state.until()));
  }
}
