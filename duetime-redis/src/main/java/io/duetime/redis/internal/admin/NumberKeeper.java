package io.duetime.redis.internal.admin;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.redis.internal.call.Arguments;
import io.duetime.redis.internal.call.Scores;
import io.duetime.redis.internal.call.StoreAccess;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

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
    return store
        .read(
            "ZREVRANGEBYSCORE",
            store.keys().numberBlocks(),
            Long.toString(number),
            "-inf",
            "LIMIT",
            "0",
            "1")
        .thenApply(answer -> queueOf(number, answer));
  }

  private static Optional<String> queueOf(long number, @Nullable Object answer) {
    List<?> blocks = (List<?>) Objects.requireNonNull(answer);
    if (blocks.isEmpty()) {
      return Optional.empty();
    }
    String[] block = new String((byte[]) blocks.get(0), StandardCharsets.UTF_8).split(" ", 3);
    boolean isIn = number < Long.parseLong(block[0]) + Long.parseLong(block[1]);
    return isIn ? Optional.of(block[2]) : Optional.empty();
  }

  public CompletionStage<OptionalLong> last() {
    return store
        .read("GET", store.keys().nextNumber())
        .thenApply(
            next -> next == null ? OptionalLong.empty() : OptionalLong.of(Scores.read(next) - 1));
  }
}
