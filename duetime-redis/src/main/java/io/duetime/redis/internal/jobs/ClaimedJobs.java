package io.duetime.redis.internal.jobs;

import io.duetime.engine.ClaimRequest;
import io.duetime.engine.ClaimResult;
import io.duetime.engine.ClaimedJob;
import io.duetime.engine.LeaseToken;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.StoredJobCodec;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.ShardKeys;
import java.util.ArrayList;
import java.util.List;

/** Collects the jobs of one claim, from one or several calls of scripts. Not thread safe. */
final class ClaimedJobs {
  /** The pause before a shard is asked again that could not be asked. */
  static final long AFTER_FAILURE_MILLIS = 700;

  final ClaimRequest request;
  private final long maxBytes;
  private final JobDecoder decoder;
  private final PermitKeeper permits;
  private final List<ClaimedJob> jobs = new ArrayList<>();
  private long payloadBytes;

  /**
   * Collects no jobs so far.
   *
   * @param maxBytes the bytes of payload after which the claim is full
   */
  ClaimedJobs(ClaimRequest request, long maxBytes, JobDecoder decoder, PermitKeeper permits) {
    this.request = request;
    this.maxBytes = maxBytes;
    this.decoder = decoder;
    this.permits = permits;
  }

  List<ClaimedJob> jobs() {
    return jobs;
  }

  /** How many more may be claimed. */
  int room() {
    return request.max() - jobs.size();
  }

  /** After how many further bytes the claim is full. */
  long bytesLeft() {
    return maxBytes - payloadBytes;
  }

  boolean isFull() {
    return room() <= 0 || bytesLeft() <= 0;
  }

  /**
   * Adds the jobs of a reply; answers how many.
   *
   * @param firstPermit the number of the first job's permit, the next jobs having the next numbers;
   *     0 for no permits
   */
  int add(ShardKeys shard, ScriptReply reply, long firstPermit) {
    int claimed = 0;
    for (ScriptReply row : reply.each()) {
      add(shard, firstPermit == 0 ? 0 : firstPermit + claimed, row);
      claimed++;
    }
    return claimed;
  }

  private void add(ShardKeys shard, long permit, ScriptReply row) {
    String id = row.text("id");
    try {
      ClaimedJob job = DamagedRecordException.unless(() -> claimed(shard, id, permit, row));
      payloadBytes += job.body().payload().length;
      jobs.add(job);
    } catch (DamagedRecordException malformed) {
      decoder.setAside(shard, id, row, malformed);
      permits.release(shard.queue(), permit);
    }
  }

  private static ClaimedJob claimed(ShardKeys shard, String id, long permit, ScriptReply row) {
    WholeJob job = StoredJobCodec.read(id, row.bytes("record"), row.bytes("state"), 0);
    return job.claimed(
        new LeaseToken(shard.queue(), shard.shard(), id, job.head().fence(), permit));
  }

  /**
   * The jobs that were claimed before a failure, so that the caller learns of their leases.
   *
   * @param now of the last answer, which told the moment to come back at
   */
  ClaimResult resultAfterFailure(long now, long comeBackAt, long claimNumber) {
    return new ClaimResult(
        jobs, now, Math.min(comeBackAt, now + AFTER_FAILURE_MILLIS), claimNumber);
  }
}
