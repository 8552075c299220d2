package io.duetime.redis.internal.store;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.RedisLink.ScriptErrorException;
import io.duetime.redis.internal.script.Script;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Translates the failure of a call on a shard, and names the queue. Finds the key that another
 * program has replaced by another type.
 */
final class ShardFailures {
  private static final String OTHER_VERSION = "DTVERSION";
  private static final String NO_KEY = "none";

  private final RedisLink link;

  ShardFailures(RedisLink link) {
    this.link = link;
  }

  /** Fails with the translated failure. */
  <T> CompletionStage<T> tell(ShardKeys shard, Script script, Throwable failure) {
    Throwable cause = Stages.cause(failure);
    if (cause instanceof ScriptErrorException error) {
      return CompletableFuture.failedStage(said(shard, error));
    }
    if (!(cause instanceof StoreFailureException damaged)) {
      return CompletableFuture.failedStage(cause);
    }
    return (damaged.code() == ErrorCode.STORE_DAMAGED ? misused(shard, script) : Stages.done(""))
        .thenCompose(key -> {
          String what = key.isEmpty() ? String.valueOf(damaged.getMessage()) : key;
          return CompletableFuture.failedStage(
              new StoreFailureException(
                  damaged.code(), "queue " + shard.queue() + ": " + what, damaged));
        });
  }

  private static DuetimeException said(ShardKeys shard, ScriptErrorException error) {
    return error.code().equals(OTHER_VERSION)
        ? new StoreFailureException(
            ErrorCode.STORE_DAMAGED,
            "queue "
                + shard.queue()
                + " was written by another version of Duetime ("
                + error.getMessage()
                + "); write its jobs to a file with 'duetime export' of that version and read"
                + " them into an empty store with 'duetime import' of this one")
        : new StoreFailureException(ErrorCode.INTERNAL, String.valueOf(error.getMessage()));
  }

  /** Describes the first key of a script that has another type; empty if there is none. */
  private CompletionStage<String> misused(ShardKeys shard, Script script) {
    return Stages.inTurn(script.keys(), name -> misuse(shard.key(name), ShardKeys.typeOf(name)))
        .thenApply(
            found -> found.stream().filter(misuse -> !misuse.isEmpty()).findFirst().orElse(""))
        .exceptionally(unknown -> "");
  }

  private CompletionStage<String> misuse(byte[] key, String expected) {
    return link.read("TYPE", key)
        .thenApply(answer -> misuse(key, expected, PlainReply.text(answer)));
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
            + ": another program uses it; delete it, or use another prefix";
  }
}
