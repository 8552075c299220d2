package io.duetime.redis.internal.transfer;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.internal.kernel.transfer.NumberBlocks.Block;
import io.duetime.internal.kernel.transfer.StoreEntry;
import io.duetime.redis.internal.admin.NumberKeeper;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.Registry;
import io.duetime.redis.internal.store.Scores;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.StoreAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Exports and imports numbers and fences of the whole store. */
final class NumberEntries {
  private static final long END = 1L << 53;

  private final StoreAccess store;
  private final Script importNumbers;
  private final Script importFence;

  NumberEntries(StoreAccess store) {
    this.store = store;
    this.importNumbers = store.script("import_numbers");
    this.importFence = store.script("import_fence");
  }

  /** The fence of deleted queues, if there is one, and all blocks of numbers, ascending. */
  CompletionStage<List<StoreEntry>> all() {
    List<StoreEntry> entries = new ArrayList<>();
    return store
        .read("HGET", store.keys().swept(), "fence")
        .thenCompose(fence -> {
          if (fence != null) {
            entries.add(new StoreEntry.DeletedFences(Scores.read(fence)));
          }
          return store.read("ZRANGE", store.keys().numberBlocks(), "0", "-1");
        })
        .thenApply(blocks -> {
          Registry.texts(blocks)
              .forEach(block -> entries.add(new StoreEntry.Numbers(NumberKeeper.block(block))));
          return entries;
        });
  }

  /** Imports an entry; answers whether it is new. */
  CompletionStage<Boolean> take(StoreEntry entry) {
    if (entry instanceof StoreEntry.Numbers numbers) {
      return take(numbers.block());
    }
    if (entry instanceof StoreEntry.DeletedFences fences) {
      return store
          .run(importFence, new Arguments().add(fences.upTo()))
          .thenApply(answer -> ScriptReply.of(importFence, answer).isTrue("isHigher"));
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
        .run(importNumbers, new Arguments().add(block.queue()).add(block.first()).add(block.size()))
        .thenApply(answer -> isNew(block, ScriptReply.of(importNumbers, answer)));
  }

  private static boolean isNew(Block block, ScriptReply reply) {
    if (reply.number("isNew") < 0) {
      throw new InvalidRequestException(
          "first",
          block.first(),
          "numbers that no queue has; " + NumberKeeper.block(reply.text("block")) + " is there");
    }
    return reply.isTrue("isNew");
  }
}
