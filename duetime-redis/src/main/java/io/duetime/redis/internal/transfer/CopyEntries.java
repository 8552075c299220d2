package io.duetime.redis.internal.transfer;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.StoreFailureException;
import io.duetime.engine.ShardId;
import io.duetime.internal.async.Stages;
import io.duetime.internal.kernel.job.DeadCopy;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.ShardCaller;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.record.CopyCodec;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Exports and imports the copies of dead jobs that are still to be made. */
public final class CopyEntries {
  private static final String BEGINNING = "0";

  private final StoreAccess store;
  private final ShardCaller caller;
  private final Script importCopy;

  public CopyEntries(StoreAccess store, ShardCaller caller) {
    this.store = store;
    this.caller = caller;
    this.importCopy = store.script("import_copy");
  }

  /** The key of a copy, which names a death. */
  private record Death(long fence, long moment, String id) {
    static Death of(String key) {
      String[] parts = key.split("@", 3);
      return new Death(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]);
    }
  }

  /** All copies of a queue, by their keys. */
  CompletionStage<List<StoreEntry>> all(String queue) {
    Map<String, StoreEntry> found = new TreeMap<>();
    return store
        .shards()
        .fresh(queue)
        .thenCompose(
            shards -> Stages.inTurn(shards.all(), shard -> scan(queue, shard, BEGINNING, found)))
        .thenApply(done -> List.copyOf(found.values()));
  }

  private CompletionStage<Boolean> scan(
      String queue, ShardId shard, String cursor, Map<String, StoreEntry> found) {
    return store
        .read("HSCAN", store.keys().shard(queue, shard).key("copies"), cursor)
        .thenCompose(answer -> {
          List<?> step = (List<?>) Objects.requireNonNull(answer);
          add(queue, (List<?>) Objects.requireNonNull(step.get(1)), found);
          String next = text(step.get(0));
          return next.equals(BEGINNING) ? Stages.done(true) : scan(queue, shard, next, found);
        });
  }

  private static void add(String queue, List<?> pairs, Map<String, StoreEntry> found) {
    for (int i = 0; i + 1 < pairs.size(); i += 2) {
      String key = text(pairs.get(i));
      found.put(key, copy(queue, key, (byte[]) Objects.requireNonNull(pairs.get(i + 1))));
    }
  }

  private static StoreEntry copy(String queue, String key, byte[] packed) {
    try {
      CopyCodec.Copy copy = CopyCodec.read(packed);
      Death death = Death.of(key);
      String id = DeadCopy.id(queue, death.id, death.fence, death.moment);
      return new StoreEntry.Copy(queue, new DeadCopy(key, copy.targetQueue(), copy.request(id)));
    } catch (DamagedRecordException | IllegalArgumentException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "the copy " + key + " of queue " + queue + " cannot be understood",
          malformed);
    }
  }

  private static String text(@Nullable Object part) {
    return new String((byte[]) Objects.requireNonNull(part), StandardCharsets.UTF_8);
  }

  /** Imports a copy; answers whether it is new. */
  CompletionStage<Boolean> take(StoreEntry.Copy entry) {
    String queue = entry.queue();
    DeadCopy copy = entry.copy();
    Death death = death(copy);
    byte[] packed = CopyCodec.write(copy.targetQueue(), copy.job(), death.moment);
    return store
        .shards()
        .fresh(queue)
        .thenCompose(shards ->
            caller.make(
                store.keys().shard(queue, shards.of(death.id)),
                importCopy,
                new Arguments().add(copy.key()).add(packed)))
        .thenApply(reply -> reply.isTrue("isNew"));
  }

  private static Death death(DeadCopy copy) {
    try {
      return Death.of(copy.key());
    } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
      throw new InvalidRequestException("key", copy.key(), "fence@moment@id of the dead job");
    }
  }
}
