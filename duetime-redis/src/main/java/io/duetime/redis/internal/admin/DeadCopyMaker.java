package io.duetime.redis.internal.admin;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobSpec;
import io.duetime.kernel.job.DeadCopy;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.redis.internal.jobs.JobScheduler;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.MessagePack;
import io.duetime.redis.internal.record.RecordCodec;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schedules the copies of dead jobs in the queues that the settings name; exports and imports those
 * that are still to be made.
 */
public final class DeadCopyMaker {
  private static final Logger LOG = LoggerFactory.getLogger(DeadCopyMaker.class);

  private final RedisStore store;
  private final JobScheduler scheduler;
  private final Set<String> toldFailing = ConcurrentHashMap.newKeySet();

  public DeadCopyMaker(RedisStore store, JobScheduler scheduler) {
    this.store = store;
    this.scheduler = scheduler;
  }

  /**
   * Makes some of the copies that a shard still has to make; answers how many. A copy that its
   * queue refuses is offered again later, and delays no other copy.
   */
  CompletionStage<Integer> makeSome(ShardKeys shard) {
    Set<String> failing = new HashSet<>();
    return store
        .ifThere(shard, "copies", new Arguments())
        .thenCompose(answer ->
            Stages.inTurn(
                answer.map(ScriptReply::each).orElse(List.of()),
                pending -> make(shard, pending, failing)))
        .thenApply(made -> made.stream().mapToInt(Integer::intValue).sum());
  }

  private CompletionStage<Integer> make(ShardKeys shard, ScriptReply pending, Set<String> failing) {
    try {
      DeadCopy copy = CopyCodec.read(shard.queue(), pending.text("key"), pending.bytes("packed"));
      String target = copy.targetQueue();
      return failing.contains(target)
          ? Stages.done(0)
          : make(shard, pending, copy)
              .exceptionally(failure -> {
                failing.add(target);
                tell(target, shard.queue(), Stages.cause(failure));
                return 0;
              });
    } catch (DamagedRecordException malformed) {
      LOG.error(
          "The copy {} of a dead job cannot be understood and is given up",
          pending.text("key"),
          malformed);
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
  private CompletionStage<Integer> make(ShardKeys shard, ScriptReply pending, DeadCopy copy) {
    return scheduler
        .schedule(copy.targetQueue(), List.of(copy.job()), Durability.NONE)
        .thenCompose(stored -> {
          toldFailing.remove(copy.targetQueue());
          return stored.get(0).refusal() == null
              ? strikeOut(shard, pending).thenApply(done -> 1)
              : Stages.done(0);
        });
  }

  /** All copies of a queue that are still to be made, by their keys. */
  CompletionStage<List<StoreEntry>> entries(String queue) {
    Map<String, StoreEntry> found = new TreeMap<>();
    return store
        .onEach(
            queue,
            shard ->
                store.scan(
                    shard.key("copies"),
                    (key, packed) -> {
                      found.put(key, entry(queue, key, packed));
                      return true;
                    }))
        .thenApply(done -> List.copyOf(found.values()));
  }

  private static StoreEntry entry(String queue, String key, byte[] packed) {
    try {
      return new StoreEntry.Copy(queue, CopyCodec.read(queue, key, packed));
    } catch (DamagedRecordException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "the copy " + key + " of queue " + queue + " cannot be understood",
          malformed);
    }
  }

  /** Imports a copy; answers whether it is new. */
  CompletionStage<Boolean> take(StoreEntry.Copy entry) {
    String queue = entry.queue();
    DeadCopy copy = entry.copy();
    String died = idOfDead(copy);
    Arguments arguments = Arguments.of(copy.key(), CopyCodec.write(copy));
    return store
        .freshShards(queue)
        .thenCompose(
            shards -> store.make(store.shard(queue, shards.of(died)), "import_copy", arguments))
        .thenApply(reply -> reply.isTrue("isNew"));
  }

  private static String idOfDead(DeadCopy copy) {
    try {
      return CopyCodec.Death.of(copy.key()).id();
    } catch (DamagedRecordException malformed) {
      throw new InvalidRequestException("key", copy.key(), "fence@moment@id of the dead job");
    }
  }

  private CompletionStage<?> strikeOut(ShardKeys shard, ScriptReply pending) {
    return store.ifThere(shard, "copied", Arguments.of(pending.bytes("key")));
  }

  /** Encodes and decodes copies of dead jobs that are still to be made. */
  public static final class CopyCodec {
    private CopyCodec() {}

    /** The death that the key of a copy names: {@code fence@moment@id}. */
    public record Death(long fence, long moment, String id) {
      /**
       * Reads a key.
       *
       * @throws DamagedRecordException if it is none
       */
      public static Death of(String key) {
        return DamagedRecordException.unless(() -> {
          String[] parts = key.split("@", 3);
          return new Death(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]);
        });
      }
    }

    public static byte[] write(DeadCopy copy) {
      long moment = Death.of(copy.key()).moment;
      return MessagePack.pack(
          List.of(
              copy.targetQueue().getBytes(StandardCharsets.UTF_8),
              RecordCodec.writeAccepted(copy.job(), moment)));
    }

    /**
     * Reads a copy of a job of a queue. The request for it has the body alone, and is due at once.
     *
     * @throws DamagedRecordException if it is none
     */
    public static DeadCopy read(String queue, String key, byte[] packed) {
      return DamagedRecordException.unless(() -> {
        Death death = Death.of(key);
        List<?> parts = MessagePack.list(MessagePack.read(packed));
        JobSpec died = RecordCodec.read(MessagePack.bytes(parts.get(1)), death.id).request();
        String id = DeadCopy.id(queue, death.id, death.fence, death.moment);
        return new DeadCopy(
            key,
            MessagePack.text(parts.get(0)),
            JobSpec.builder(id, died.body(), DueTime.after(0))
                .mayHaveArrived(died.mayHaveArrived())
                .build());
      });
    }
  }
}
