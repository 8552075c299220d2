package io.duetime.redis.internal.engine;

import io.duetime.Durability;
import io.duetime.redis.internal.link.ScriptErrorException;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Runs scripts on shards, and makes the shard where there is none and a call needs it. */
final class ShardCaller {
  static final String ABSENT = "DTABSENT";

  private final Store store;
  private final ShardOpener opener;
  private final ShardFailures failures;

  ShardCaller(Store store, ShardOpener opener) {
    this.store = store;
    this.opener = opener;
    this.failures = new ShardFailures(store.link());
  }

  /** Runs a script, on a shard made for it if need be. */
  CompletionStage<Reply> make(ShardKeys shard, Script script, Arguments arguments) {
    return make(shard, script, arguments, Durability.NONE);
  }

  /** As {@link #make(ShardKeys, Script, Arguments)}, made as durable as asked. */
  CompletionStage<Reply> make(
      ShardKeys shard, Script script, Arguments arguments, Durability durability) {
    Supplier<CompletionStage<Reply>> call = call(shard, script, arguments, durability);
    return call.get()
        .exceptionallyCompose(failure ->
            isAbsent(failure)
                ? opener.open(shard, durability).thenCompose(opened -> call.get())
                : CompletableFuture.failedStage(failure))
        .exceptionallyCompose(failure -> failures.tell(shard, script, failure));
  }

  /**
   * Runs a script on a shard, made for it if need be; answers nothing when the shard is none of the
   * queue's any more, or not yet.
   */
  CompletionStage<Optional<Reply>> makeIfLive(ShardKeys shard, Script script, Arguments arguments) {
    return makeIfLive(shard, script, arguments, Durability.NONE);
  }

  /** As {@link #makeIfLive(ShardKeys, Script, Arguments)}, made as durable as asked. */
  CompletionStage<Optional<Reply>> makeIfLive(
      ShardKeys shard, Script script, Arguments arguments, Durability durability) {
    if (shard.shard().epoch() == 0) {
      return make(shard, script, arguments, durability).thenApply(Optional::of);
    }
    Supplier<CompletionStage<Reply>> call = call(shard, script, arguments, durability);
    return call.get()
        .thenApply(Optional::of)
        .exceptionallyCompose(failure ->
            isAbsent(failure)
                ? opener
                    .open(shard, durability)
                    .thenCompose(isOpen ->
                        isOpen
                            ? ifThere(shard, script, arguments, durability)
                            : Stages.done(Optional.<Reply>empty()))
                : failures.tell(shard, script, failure));
  }

  /** Runs a script on a shard; answers nothing when there is none. */
  CompletionStage<Optional<Reply>> ifThere(ShardKeys shard, Script script, Arguments arguments) {
    return ifThere(shard, script, arguments, Durability.NONE);
  }

  /** As {@link #ifThere(ShardKeys, Script, Arguments)}, made as durable as asked. */
  CompletionStage<Optional<Reply>> ifThere(
      ShardKeys shard, Script script, Arguments arguments, Durability durability) {
    return call(shard, script, arguments, durability)
        .get()
        .thenApply(Optional::of)
        .exceptionallyCompose(failure ->
            isAbsent(failure)
                ? Stages.done(Optional.empty())
                : failures.tell(shard, script, failure));
  }

  private Supplier<CompletionStage<Reply>> call(
      ShardKeys shard, Script script, Arguments arguments, Durability durability) {
    boolean isPlain = !durability.fsynced() && durability.replicas() == 0;
    Script sent = isPlain ? script : store.scripts().marked(script.name());
    byte[][] keys = shard.of(sent);
    return () ->
        store
            .time()
            .send(
                arguments,
                all -> isPlain ? plainly(sent, keys, all) : durably(sent, keys, all, durability));
  }

  private CompletionStage<Reply> plainly(Script script, byte[][] keys, byte[][] arguments) {
    return store.link().run(script, keys, arguments).thenApply(answer -> Reply.of(script, answer));
  }

  private CompletionStage<Reply> durably(
      Script script, byte[][] keys, byte[][] arguments, Durability durability) {
    return store
        .link()
        .runDurably(script, keys, arguments, durability)
        .thenApply(answer -> Reply.of(script, answer.reply(), answer.reached()));
  }

  static boolean isAbsent(Throwable failure) {
    return Stages.cause(failure) instanceof ScriptErrorException error
        && error.code().equals(ABSENT);
  }
}
