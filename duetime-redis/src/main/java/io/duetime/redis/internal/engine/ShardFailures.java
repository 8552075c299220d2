package io.duetime.redis.internal.engine;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.link.ScriptErrorException;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Says of a call that failed on a shard what is wrong there, and with which queue. */
final class ShardFailures {
  private static final String OTHER_VERSION = "DTVERSION";

  private final MisusedKeys misused;

  ShardFailures(RedisLink link) {
    this.misused = new MisusedKeys(link);
  }

  /** Fails with what is to be said of it. */
  <T> CompletionStage<T> tell(ShardKeys shard, Script script, Throwable failure) {
    Throwable cause = Stages.cause(failure);
    return cause instanceof ScriptErrorException error
        ? CompletableFuture.failedStage(said(shard, error))
        : misused.tell("queue " + shard.queue(), script, shard.of(script), cause);
  }

  private static DuetimeException said(ShardKeys shard, ScriptErrorException error) {
    return switch (error.code()) {
      case ShardCaller.ABSENT ->
          new RetryableException(
              ErrorCode.STORE_UNAVAILABLE,
              "queue " + shard.queue() + " is being deleted by somebody else");
      case OTHER_VERSION ->
          new StoreFailureException(
              ErrorCode.STORE_DAMAGED,
              "queue "
                  + shard.queue()
                  + " was written by another version of Duetime ("
                  + error.getMessage()
                  + "); write its jobs to a file with 'duetime export' of that version and read"
                  + " them into an empty store with 'duetime import' of this one");
      default -> new StoreFailureException(ErrorCode.INTERNAL, String.valueOf(error.getMessage()));
    };
  }
}
