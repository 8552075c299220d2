package io.duetime.redis.internal.maintenance;

import io.duetime.Durability;
import io.duetime.engine.JobSpec;
import io.duetime.internal.async.Stages;
import io.duetime.internal.engine.Calls;
import io.duetime.internal.kernel.job.DeadCopy;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.ScriptReply;
import io.duetime.redis.internal.call.ShardCaller;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.record.CopyCodec;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.schedule.JobScheduler;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Schedules the copies of dead jobs in the queues that the settings name. */
public final class DeadCopyMaker {
  private static final Logger LOG = LoggerFactory.getLogger(DeadCopyMaker.class);

  private final ShardCaller caller;
  private final JobScheduler scheduler;
  private final Set<String> toldFailing = ConcurrentHashMap.newKeySet();
  private final Script copies;
  private final Script copied;

  public DeadCopyMaker(StoreAccess store, ShardCaller caller, JobScheduler scheduler) {
    this.caller = caller;
    this.scheduler = scheduler;
    this.copies = store.script("copies");
    this.copied = store.script("copied");
  }

  /** A copy to be made, under the key that strikes it out. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Pending(byte[] key, byte[] packed) {}

  /**
   * Makes some of the copies that a shard still has to make; answers how many. A copy that its
   * queue refuses is offered again later, and delays no other copy.
   */
  CompletionStage<Integer> makeSome(ShardKeys shard) {
    Set<String> failing = new HashSet<>();
    return caller
        .ifThere(shard, copies, new Arguments())
        .thenCompose(answer ->
            Stages.inTurn(
                answer.map(DeadCopyMaker::pending).orElse(List.of()),
                copy -> make(shard, copy, failing)))
        .thenApply(made -> made.stream().mapToInt(Integer::intValue).sum());
  }

  private static List<Pending> pending(ScriptReply reply) {
    return Calls.each(reply.each(), row -> new Pending(row.bytes("key"), row.bytes("packed")));
  }

  private CompletionStage<Integer> make(ShardKeys shard, Pending pending, Set<String> failing) {
    String key = new String(pending.key, StandardCharsets.UTF_8);
    try {
      CopyCodec.Copy copy = CopyCodec.read(pending.packed);
      String[] parts = key.split("@", 3);
      long fence = Long.parseLong(parts[0]);
      long moment = Long.parseLong(parts[1]);
      JobSpec job = copy.request(DeadCopy.id(shard.queue(), parts[2], fence, moment));
      return failing.contains(copy.targetQueue())
          ? Stages.done(0)
          : make(shard, pending, copy.targetQueue(), job)
              .exceptionally(failure -> {
                failing.add(copy.targetQueue());
                tell(copy.targetQueue(), shard.queue(), Stages.cause(failure));
                return 0;
              });
    } catch (DamagedRecordException
        | IllegalArgumentException
        | IndexOutOfBoundsException malformed) {
      LOG.error("The copy {} of a dead job cannot be understood and is given up", key, malformed);
      return strikeOut(shard, pending).thenApply(done -> 0);
    }
  }

  private void tell(String target, String queue, Throwable failure) {
    if (toldFailing.add(target)) {
      LOG.warn(
          "Queue {} cannot take copies of the dead of {}; they are offered to it again: {}",
          target,
          queue,
          failure.getMessage());
    }
  }

  // The copy is written before its note is removed: after a crash between the two it is written
  // again, under KEEP. A queue without room is offered the copy again.
  private CompletionStage<Integer> make(
      ShardKeys shard, Pending pending, String target, JobSpec job) {
    return scheduler
        .schedule(target, List.of(job), Durability.NONE)
        .thenCompose(stored -> {
          toldFailing.remove(target);
          return stored.get(0).refusal() == null
              ? strikeOut(shard, pending).thenApply(done -> 1)
              : Stages.done(0);
        });
  }

  private CompletionStage<?> strikeOut(ShardKeys shard, Pending pending) {
    return caller.ifThere(shard, copied, new Arguments().add(pending.key));
  }
}
