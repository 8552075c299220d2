package io.duetime.redis.internal.engine;

import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.KeyTypes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds out which key it is that another program has made something else of. */
final class MisusedKeys {
  private static final String NO_KEY = "none";

  private final RedisLink link;

  MisusedKeys(RedisLink link) {
    this.link = link;
  }

  /**
   * Fails with an error that names the key, if a script failed for its type; otherwise with what it
   * failed with.
   *
   * @param what what the script was about, such as {@code queue orders}
   */
  <T> CompletionStage<T> tell(String what, Script script, byte[][] keys, Throwable failure) {
    Throwable cause = Stages.cause(failure);
    if (!(cause instanceof StoreFailureException damaged)) {
      return CompletableFuture.failedStage(cause);
    }
    String message = what + ": " + damaged.getMessage();
    if (damaged.code() != ErrorCode.STORE_DAMAGED) {
      return failed(damaged.code(), message, damaged);
    }
    List<Integer> all = IntStream.range(0, keys.length).boxed().toList();
    return Stages.inTurn(all, i -> look(script.keys().get(i), keys[i]))
        .exceptionally(unknown -> List.of())
        .thenCompose(found ->
            failed(
                damaged.code(),
                found.stream()
                    .filter(key -> !key.isEmpty())
                    .findFirst()
                    .map(key -> what + ": " + key)
                    .orElse(message),
                damaged));
  }

  private static <T> CompletionStage<T> failed(ErrorCode code, String message, Throwable cause) {
    return CompletableFuture.failedStage(new StoreFailureException(code, message, cause));
  }

  private CompletionStage<String> look(String name, byte[] key) {
    String expected = KeyTypes.of(name);
    return link.read("TYPE", key).thenApply(answer -> misuse(key, expected, text(answer)));
  }

  private static String misuse(byte[] key, String expected, String found) {
    return found.equals(expected) || found.equals(NO_KEY)
        ? ""
        : "the key "
            + new String(key, StandardCharsets.UTF_8)
            + " is a "
            + found
            + " and not a "
            + expected
            + ": another program uses it; take it away, or use another prefix";
  }

  private static String text(@Nullable Object answer) {
    return answer instanceof byte[] bytes
        ? new String(bytes, StandardCharsets.UTF_8)
        : String.valueOf(answer);
  }
}
