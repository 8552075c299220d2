package io.duetime.redis.internal.transfer;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.engine.ShardId;
import io.duetime.internal.async.Stages;
import io.duetime.internal.kernel.job.DeadCopy;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.redis.internal.record.CopyCodec;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.PlainReply;
import io.duetime.redis.internal.store.Store;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Exports and imports the copies of dead jobs that are still to be made. */
public final class CopyEntries {
  private static final String BEGINNING = "0";

  private final Store store;

  public CopyEntries(Store store) {
    this.store = store;
  }

  /** All copies of a queue, by their keys. */
  CompletionStage<List<StoreEntry>> all(String queue) {
    Map<String, StoreEntry> found = new TreeMap<>();
    return store
        .freshShards(queue)
        .thenCompose(
            shards -> Stages.inTurn(shards.all(), shard -> scan(queue, shard, BEGINNING, found)))
        .thenApply(done -> List.copyOf(found.values()));
  }

  private CompletionStage<Boolean> scan(
      String queue, ShardId shard, String cursor, Map<String, StoreEntry> found) {
    return store
        .read("HSCAN", store.shard(queue, shard).key("copies"), cursor)
        .thenCompose(answer -> {
          List<?> step = PlainReply.list(answer);
          List<?> pairs = PlainReply.list(step.get(1));
          for (int i = 0; i < pairs.size(); i += 2) {
            String key = PlainReply.text(pairs.get(i));
            found.put(key, entry(queue, key, (byte[]) pairs.get(i + 1)));
          }
          String next = PlainReply.text(step.get(0));
          return next.equals(BEGINNING) ? Stages.done(true) : scan(queue, shard, next, found);
        });
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
    Arguments arguments = new Arguments().add(copy.key()).add(CopyCodec.write(copy));
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
}
