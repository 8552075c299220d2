package io.duetime.redis.internal.engine;

import io.duetime.ErrorCode;
import io.duetime.QueueSettings;
import io.duetime.StoreFailureException;
import io.duetime.engine.ShardId;
import io.duetime.redis.internal.record.MalformedRecordException;
import io.duetime.redis.internal.record.SettingsCodec;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** Keeps queues as wholes: their settings, and their end. */
final class QueueKeeper {
  private final Store store;
  private final ShardCaller caller;
  private final Registry registry;
  private final UpkeepNotes upkeep;
  private final Script settings;
  private final Script configure;
  private final Script deleteShard;
  private final Script forgetUpkeep;

  QueueKeeper(Store store, ShardCaller caller, Registry registry, UpkeepNotes upkeep) {
    this.store = store;
    this.caller = caller;
    this.registry = registry;
    this.upkeep = upkeep;
    this.settings = store.script("settings");
    this.configure = store.script("configure");
    this.deleteShard = store.script("delete_shard");
    this.forgetUpkeep = store.script("forget_upkeep");
  }

  private ShardKeys home(String queue) {
    return store.keys().shard(queue, ShardId.ONLY);
  }

  CompletionStage<QueueSettings> settings(String queue) {
    return caller
        .ifThere(home(queue), settings, new Arguments())
        .thenApply(answer -> answer.map(reply -> read(queue, reply)).orElse(QueueSettings.DEFAULT));
  }

  private static QueueSettings read(String queue, Reply reply) {
    reply.number();
    String text = reply.text();
    try {
      return text.isEmpty() ? QueueSettings.DEFAULT : SettingsCodec.read(text);
    } catch (MalformedRecordException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "the settings of queue " + queue + " cannot be understood; configure it anew",
          malformed);
    }
  }

  CompletionStage<Void> configure(String queue, QueueSettings changed) {
    Map<String, String> fields = SettingsCodec.forScripts(changed);
    Arguments arguments = new Arguments().add(SettingsCodec.write(changed)).add(fields.size());
    fields.forEach((name, value) -> arguments.add(name).add(value));
    return caller.make(home(queue), configure, arguments).thenAccept(reply -> {});
  }

  // The home shard goes last: as long as it is there, a deletion that was cut off can be repeated.
  // Should somebody have made the queue again meanwhile, its name is put back.
  CompletionStage<Boolean> delete(String queue) {
    return store
        .shards()
        .of(queue)
        .thenCompose(shards -> {
          List<ShardId> homeLast = new java.util.ArrayList<>(shards.all());
          Collections.reverse(homeLast);
          return Stages.inTurn(homeLast, shard -> deleteShard(queue, shard));
        })
        .thenCompose(were ->
            registry
                .remove(queue)
                .thenCompose(gone -> store.run(forgetUpkeep, new Arguments().add(queue)))
                .thenCompose(gone -> putBackIfAlive(queue))
                .thenApply(done -> were.contains(true)));
  }

  private CompletionStage<Boolean> deleteShard(String queue, ShardId shard) {
    upkeep.forget(queue);
    return store
        .run(store.keys().shard(queue, shard), deleteShard, new Arguments())
        .thenApply(was -> Objects.equals(was, 1L));
  }

  private CompletionStage<Boolean> putBackIfAlive(String queue) {
    return caller
        .ifThere(home(queue), settings, new Arguments())
        .thenCompose(alive ->
            alive.isPresent() ? registry.add(queue).thenApply(known -> true) : Stages.done(false));
  }
}
