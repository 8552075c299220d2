package io.duetime.redis.internal.admin;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.internal.kernel.transfer.NumberBlocks.Block;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.Registry;
import io.duetime.redis.internal.store.StoreAccess;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reserves blocks of numbers for queues, and finds the queue of a number. */
public final class NumberKeeper {
  private final StoreAccess store;
  private final Script reserve;

  public NumberKeeper(StoreAccess store) {
    this.store = store;
    this.reserve = store.script("reserve_numbers");
  }

  public CompletionStage<Long> reserve(String queue, int size) {
    Limits.count("size", size, Limits.MAX_BATCH);
    return store
        .run(reserve, new Arguments().add(queue).add(size))
        .thenApply(answer -> first(size, (Long) Objects.requireNonNull(answer)));
  }

  private static long first(int size, long answer) {
    if (answer < 0) {
      throw new InvalidRequestException("size", size, "what is left below 2^53");
    }
    return answer;
  }

  public CompletionStage<Optional<String>> queueOf(long number) {
    return blockOf(number).thenApply(block -> block.map(Block::queue));
  }

  private CompletionStage<Optional<Block>> blockOf(long number) {
    return store
        .read(
            "ZREVRANGEBYSCORE",
            store.keys().numberBlocks(),
            Long.toString(number),
            "-inf",
            "LIMIT",
            "0",
            "1")
        .thenApply(answer -> Registry.texts(answer).stream().map(NumberKeeper::block).findFirst())
        .thenApply(block -> block.filter(one -> number < one.first() + one.size()));
  }

  /** Decodes a block as the store keeps it. */
  public static Block block(String record) {
    String[] parts = record.split(" ", 3);
    return new Block(parts[2], Long.parseLong(parts[0]), Integer.parseInt(parts[1]));
  }
}
