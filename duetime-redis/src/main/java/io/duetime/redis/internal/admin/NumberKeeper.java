package io.duetime.redis.internal.admin;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.kernel.transfer.NumberBlocks.Block;
import io.duetime.kernel.transfer.StoreEntry;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.PlainReply;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reserves blocks of numbers for queues, and finds the queue of a number. Exports and imports the
 * blocks, and the fence of deleted queues.
 */
public record NumberKeeper(RedisStore store) {
  private static final long END = 1L << 53;

  public CompletionStage<Long> reserve(String queue, int size) {
    Limits.count("size", size, Limits.MAX_BATCH);
    return store
        .run("reserve_numbers", Arguments.of(queue, size))
        .thenApply(reply -> {
          if (reply.number("first") < 0) {
            throw new InvalidRequestException("size", size, "what is left below 2^53");
          }
          return reply.number("first");
        });
  }

  public CompletionStage<Optional<String>> queueOf(long number) {
    String most = Long.toString(number);
    return store
        .read("ZREVRANGEBYSCORE", store.keys().key("blocks"), most, "-inf", "LIMIT", "0", "1")
        .thenApply(blocks ->
            PlainReply.texts(blocks).stream()
                .map(NumberKeeper::block)
                .filter(block -> number < block.first() + block.size())
                .map(Block::queue)
                .findFirst());
  }

  private static Block block(String record) {
    String[] parts = record.split(" ", 3);
    return new Block(parts[2], Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
  }

  /** The fence of deleted queues, if there is one, and all blocks of numbers, ascending. */
  public CompletionStage<List<StoreEntry>> entries() {
    List<StoreEntry> entries = new ArrayList<>();
    return store
        .read("HGET", store.keys().key("swept"), "fence")
        .thenCompose(fence -> {
          if (fence != null) {
            entries.add(new StoreEntry.DeletedFences(PlainReply.number(fence)));
          }
          return store.read("ZRANGE", store.keys().key("blocks"), "0", "-1");
        })
        .thenApply(blocks -> {
          PlainReply.texts(blocks)
              .forEach(block -> entries.add(new StoreEntry.Numbers(block(block))));
          return entries;
        });
  }

  public CompletionStage<Boolean> take(StoreEntry entry) {
    if (entry instanceof StoreEntry.Numbers numbers) {
      return take(numbers.block());
    }
    if (entry instanceof StoreEntry.DeletedFences fences) {
      return store
          .run("import_fence", Arguments.of(fences.upTo()))
          .thenApply(reply -> reply.isTrue("isHigher"));
    }
    throw new IllegalArgumentException("belongs to a queue: " + entry.getClass());
  }

  private CompletionStage<Boolean> take(Block block) {
    Limits.queue(block.queue());
    Limits.count("size", block.size(), Limits.MAX_BATCH);
    if (block.first() < 1 || block.first() + block.size() > END) {
      throw new InvalidRequestException("first", block.first(), "1 or more, its end below 2^53");
    }
    return store
        .run("import_numbers", Arguments.of(block.queue(), block.first(), block.size()))
        .thenApply(reply -> isNew(block, reply));
  }

  private static boolean isNew(Block block, ScriptReply reply) {
    if (reply.number("isNew") < 0) {
      throw new InvalidRequestException(
          "first",
          block.first(),
          "numbers that no queue has; " + block(reply.text("block")) + " is there");
    }
    return reply.isTrue("isNew");
  }
}
