package io.duetime.redis.internal.engine;

import io.duetime.engine.ShardId;
import io.duetime.redis.internal.engine.ShardOpener.Home;
import io.duetime.redis.internal.script.Script;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Tells all shards of a queue the settings that its home shard has. */
final class SettingsSpreader {
  private final Store store;
  private final ShardCaller caller;
  private final ShardOpener opener;
  private final Script takeSettings;

  SettingsSpreader(Store store, ShardCaller caller, ShardOpener opener) {
    this.store = store;
    this.caller = caller;
    this.opener = opener;
    this.takeSettings = store.script("take_settings");
  }

  /** Tells them those in force now; a shard that knows later ones keeps them. */
  CompletionStage<Boolean> spread(String queue) {
    return opener.home(queue).thenCompose(home -> spread(queue, home));
  }

  private CompletionStage<Boolean> spread(String queue, Home home) {
    List<ShardId> others = home.shards().all();
    CompletionStage<Boolean> all = Stages.done(true);
    for (ShardId shard : others.subList(1, others.size())) {
      Arguments arguments =
          new Arguments().add(home.changes()).add(home.conf()).add(home.shards().besides(shard));
      all =
          all.thenCombine(
              caller.makeIfLive(store.keys().shard(queue, shard), takeSettings, arguments),
              (before, answer) -> true);
    }
    return all;
  }
}
