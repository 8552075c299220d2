package io.duetime.redis.internal.store;

import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.link.RedisLink.ScriptErrorException;
import io.duetime.redis.internal.script.Script;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Runs scripts on shards, and opens a missing shard for a call that needs it. Notes when replies
 * ask for maintenance.
 */
public final class ShardCaller {
  static final String ABSENT = "DTABSENT";

  private final StoreAccess store;
  private final ShardOpener opener;
  private final MaintenanceNotes maintenance;
  private final ShardFailures failures;

  public ShardCaller(StoreAccess store, ShardOpener opener, MaintenanceNotes maintenance) {
    this.store = store;
    this.opener = opener;
    this.maintenance = maintenance;
    this.failures = new ShardFailures(store.link());
  }

  /** Runs a script on the home shard of a queue; opens the shard if it is missing. */
  public CompletionStage<ScriptReply> make(ShardKeys home, Script script, Arguments arguments) {
    return makeIfLive(home, script, arguments).thenApply(Optional::orElseThrow);
  }

  /**
   * Runs a script on a shard; opens the shard if it is missing. Answers empty if the shard no
   * longer belongs to the queue, or not yet. A home shard always does.
   */
  public CompletionStage<Optional<ScriptReply>> makeIfLive(
      ShardKeys shard, Script script, Arguments arguments) {
    return makeIfLive(shard, script, arguments, Durability.NONE);
  }

  /** As {@link #makeIfLive(ShardKeys, Script, Arguments)}, made as durable as asked. */
  public CompletionStage<Optional<ScriptReply>> makeIfLive(
      ShardKeys shard, Script script, Arguments arguments, Durability durability) {
    return ifThere(shard, script, arguments, durability)
        .thenCompose(answer ->
            answer.isPresent()
                ? Stages.done(answer)
                : open(shard, script, durability)
                    .thenCompose(isOpen ->
                        isOpen
                            ? ifThere(shard, script, arguments, durability)
                            : Stages.done(answer))
                    .thenApply(second -> present(shard, second)));
  }

  private CompletionStage<Boolean> open(ShardKeys shard, Script script, Durability durability) {
    return opener
        .open(shard, durability)
        .exceptionallyCompose(failure -> failures.tell(shard, script, failure));
  }

  private static Optional<ScriptReply> present(ShardKeys shard, Optional<ScriptReply> answer) {
    if (answer.isEmpty() && shard.shard().epoch() == 0) {
      throw new RetryableException(
          ErrorCode.STORE_UNAVAILABLE,
          "queue " + shard.queue() + " is being deleted by another process");
    }
    return answer;
  }

  /** Runs a script on a shard; answers empty if the shard is missing. */
  public CompletionStage<Optional<ScriptReply>> ifThere(
      ShardKeys shard, Script script, Arguments arguments) {
    return ifThere(shard, script, arguments, Durability.NONE);
  }

  /** As {@link #ifThere(ShardKeys, Script, Arguments)}, made as durable as asked. */
  public CompletionStage<Optional<ScriptReply>> ifThere(
      ShardKeys shard, Script script, Arguments arguments, Durability durability) {
    return call(shard, script, arguments, durability)
        .thenApply(reply -> {
          maintenance.hear(shard.queue(), reply);
          return Optional.of(reply);
        })
        .exceptionallyCompose(failure ->
            isAbsent(failure)
                ? Stages.done(Optional.empty())
                : failures.tell(shard, script, failure));
  }

  private CompletionStage<ScriptReply> call(
      ShardKeys shard, Script script, Arguments arguments, Durability durability) {
    boolean isPlain = !durability.fsynced() && durability.replicas() == 0;
    return isPlain
        ? store.run(shard, script, arguments).thenApply(answer -> ScriptReply.of(script, answer))
        : durably(shard, store.scripts().marked(script.name()), arguments, durability);
  }

  private CompletionStage<ScriptReply> durably(
      ShardKeys shard, Script script, Arguments arguments, Durability durability) {
    byte[][] keys = shard.of(script);
    return store
        .time()
        .send(arguments, all -> store.link().runDurably(script, keys, all, durability))
        .thenApply(answer -> ScriptReply.of(script, answer.reply(), answer.reached()));
  }

  static boolean isAbsent(Throwable failure) {
    return Stages.cause(failure) instanceof ScriptErrorException error
        && error.code().equals(ABSENT);
  }
}
