package io.duetime.redis.internal.jobs;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.kernel.job.JobHead.WholeJob;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.StoredJobCodec;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decodes stored jobs, and sets aside those that cannot be decoded: they block no other job. */
public record JobDecoder(RedisStore store) {
  private static final Logger LOG = LoggerFactory.getLogger(JobDecoder.class);

  /**
   * Decodes a job from {@code record}, {@code state} and {@code moment} of a reply. The state is
   * empty for a job that waits for the first time, and the moment is its due time. Sets a job aside
   * that cannot be decoded, unless it runs: then its lease can still be settled.
   */
  Optional<WholeJob> read(ShardKeys shard, String id, ScriptReply row) {
    byte[] record = row.bytes("record");
    byte[] state = row.bytes("state");
    if (record.length == 0 && (row.number("moment") < 0 || StoredJobCodec.isDead(state))) {
      return Optional.empty();
    }
    try {
      long dueAt = state.length == 0 ? row.number("moment") : 0;
      return Optional.of(StoredJobCodec.read(id, record, state, dueAt));
    } catch (DamagedRecordException malformed) {
      if (!StoredJobCodec.isLeased(state)) {
        setAside(shard, id, row, malformed);
      }
      return Optional.empty();
    }
  }

  /**
   * Decodes a job as {@link #read} does.
   *
   * @throws StoreFailureException if it runs and cannot be decoded
   */
  Optional<WholeJob> readOrRefuse(ShardKeys shard, String id, ScriptReply row) {
    Optional<WholeJob> job = read(shard, id, row);
    if (job.isEmpty() && StoredJobCodec.isLeased(row.bytes("state"))) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "queue " + shard.queue() + ", job " + id + ": its record cannot be read");
    }
    return job;
  }

  /** Sets a job aside if it is still the one that was read. No caller waits for that. */
  void setAside(ShardKeys shard, String id, ScriptReply row, DamagedRecordException why) {
    Arguments arguments = Arguments.of(id, row.bytes("record"), row.bytes("state"));
    store
        .ifThere(shard, "set_aside", arguments)
        .whenComplete((answer, failure) -> {
          if (failure != null) {
            LOG.warn(
                "Could not set job {} aside; the next call that reads it attempts it again", id);
          } else if (answer.isPresent() && answer.get().isTrue("done")) {
            LOG.error(
                "Job {} of queue {} cannot be read and is set aside; it can be found in the hash"
                    + " 'aside' of its shard",
                id,
                shard.queue(),
                why);
          }
        });
  }
}
