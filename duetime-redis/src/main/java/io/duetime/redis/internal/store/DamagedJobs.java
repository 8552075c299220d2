package io.duetime.redis.internal.store;

import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.script.Script;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets jobs aside whose bytes cannot be decoded, so that they block no other job. */
public final class DamagedJobs {
  private static final Logger LOG = LoggerFactory.getLogger(DamagedJobs.class);

  private final ShardCaller caller;
  private final Script setAside;

  public DamagedJobs(StoreAccess store, ShardCaller caller) {
    this.caller = caller;
    this.setAside = store.script("set_aside");
  }

  /** Sets a job aside if it is still the one that was read. No caller waits for that. */
  public void setAside(
      ShardKeys shard, String id, byte[] record, byte[] state, DamagedRecordException why) {
    caller
        .ifThere(shard, setAside, new Arguments().add(id).add(record).add(state))
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
