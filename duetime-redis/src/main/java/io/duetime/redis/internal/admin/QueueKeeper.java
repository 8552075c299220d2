package io.duetime.redis.internal.admin;

import io.duetime.ConfigureOutcome;
import io.duetime.Configured;
import io.duetime.Durability;
import io.duetime.ErrorCode;
import io.duetime.QueueSettings;
import io.duetime.RetryableException;
import io.duetime.StoreFailureException;
import io.duetime.async.Stages;
import io.duetime.engine.Incarnation;
import io.duetime.engine.ShardId;
import io.duetime.engine.support.Absent;
import io.duetime.redis.internal.epoch.EpochDropper;
import io.duetime.redis.internal.record.DamagedRecordException;
import io.duetime.redis.internal.record.QueueSettingsCodec;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.PlainReply;
import io.duetime.redis.internal.store.RedisStore;
import io.duetime.redis.internal.store.ScriptReply;
import io.duetime.redis.internal.store.ShardOpener.Home;
import io.duetime.redis.internal.store.StoreKeys.ShardKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Keeps the settings of queues, and the marks of the data in their home shards. */
public record QueueKeeper(RedisStore store, EpochDropper dropper) {
  private static final int MAX_ATTEMPTS = 20;
  private static final int DONE = 0;
  private static final int SPLIT_MEANWHILE = 1;
  private static final int CHANGED_MEANWHILE = 3;

  public CompletionStage<QueueSettings> settings(String queue) {
    return store
        .ifThere(store.home(queue), "settings", new Arguments())
        .thenApply(answer -> answer.map(reply -> read(queue, reply)).orElse(Absent.SETTINGS));
  }

  private static QueueSettings read(String queue, ScriptReply reply) {
    String text = reply.text("text");
    try {
      QueueSettings settings =
          text.isEmpty() ? QueueSettings.DEFAULT : QueueSettingsCodec.read(text);
      return settings.toBuilder().version(reply.number("changes")).build();
    } catch (DamagedRecordException malformed) {
      throw new StoreFailureException(
          ErrorCode.STORE_DAMAGED,
          "the settings of queue " + queue + " cannot be understood; configure it again",
          malformed);
    }
  }

  /**
   * Stores settings, if they have the current version or none. A new number of shards publishes a
   * new epoch. The home shard is written first; maintenance updates the other shards if the call is
   * cut off.
   */
  public CompletionStage<Configured> configure(String queue, QueueSettings changed) {
    return configure(queue, changed, MAX_ATTEMPTS);
  }

  private CompletionStage<Configured> configure(
      String queue, QueueSettings changed, int attemptsLeft) {
    return store
        .opener()
        .home(queue)
        .thenCompose(home ->
            changed.version().orElse(home.changes()) == home.changes()
                ? store(queue, changed, home, attemptsLeft)
                : changedMeanwhile(queue));
  }

  private CompletionStage<Configured> changedMeanwhile(String queue) {
    return settings(queue)
        .thenApply(now -> new Configured(ConfigureOutcome.CHANGED_MEANWHILE, now));
  }

  private CompletionStage<Configured> store(
      String queue, QueueSettings changed, Home home, int attemptsLeft) {
    return shardsBefore(queue, home)
        .thenCompose(before -> {
          int shards = changed.shards() == before ? 0 : changed.shards();
          return (shards == 0 && home.shards().isUnsplit()
                  ? Stages.done(true)
                  : store.register(queue, Durability.NONE).thenApply(noted -> true))
              .thenCompose(noted ->
                  store.make(store.home(queue), "configure", arguments(changed, shards, home)));
        })
        .thenCompose(reply -> {
          return switch ((int) reply.number("outcome")) {
            case DONE -> told(queue, changed, reply);
            case CHANGED_MEANWHILE -> changedMeanwhile(queue);
            case SPLIT_MEANWHILE ->
                attemptsLeft == 0
                    ? CompletableFuture.failedStage(changing(queue))
                    : configure(queue, changed, attemptsLeft - 1);
            default -> makeRoom(queue, changed, attemptsLeft);
          };
        });
  }

  /** How many shards the current settings ask for; the current number if they cannot be read. */
  private CompletionStage<Integer> shardsBefore(String queue, Home home) {
    return settings(queue)
        .thenApply(QueueSettings::shards)
        .exceptionallyCompose(failure ->
            Stages.cause(failure) instanceof StoreFailureException
                ? Stages.done(home.shards().newest().shards())
                : CompletableFuture.failedStage(failure));
  }

  private static Arguments arguments(QueueSettings changed, int shards, Home home) {
    Map<String, String> fields = QueueSettingsCodec.forScripts(changed);
    Arguments arguments = Arguments.of(QueueSettingsCodec.write(changed), fields.size());
    fields.forEach((name, value) -> arguments.add(name).add(value));
    return arguments
        .add(shards)
        .add(home.text())
        .add(home.shards().text())
        .add(home.shards().newest().number())
        .add(changed.version().isPresent() ? Long.toString(changed.version().getAsLong()) : "");
  }

  private CompletionStage<Configured> told(String queue, QueueSettings changed, ScriptReply reply) {
    store.shards().learn(queue, reply.text("epochs"));
    QueueSettings stored = changed.toBuilder().version(reply.number("changes")).build();
    return spread(queue).thenApply(told -> new Configured(ConfigureOutcome.STORED, stored));
  }

  /** Writes the current settings to all shards; a shard with later settings keeps them. */
  public CompletionStage<Boolean> spread(String queue) {
    return store
        .opener()
        .home(queue)
        .thenCompose(home ->
            Stages.together(
                home.shards().all().stream()
                    .filter(shard -> !shard.equals(ShardId.ONLY))
                    .map(shard -> spread(store.shard(queue, shard), home))
                    .toList()))
        .thenApply(told -> true);
  }

  private CompletionStage<Optional<ScriptReply>> spread(ShardKeys shard, Home home) {
    int shards = home.shards().shardsInEpochOf(shard.shard());
    return store.makeIfLive(
        shard, "update_settings", Arguments.of(home.changes(), home.conf(), shards));
  }

  private static RetryableException changing(String queue) {
    return new RetryableException(
        ErrorCode.STORE_UNAVAILABLE,
        "the shards of queue " + queue + " were changed at each attempt");
  }

  /** Drops an epoch that has become empty, or names the one that blocks the split. */
  private CompletionStage<Configured> makeRoom(
      String queue, QueueSettings changed, int attemptsLeft) {
    return dropper
        .drop(queue)
        .thenCompose(blocking ->
            blocking.isEmpty() && attemptsLeft > 0
                ? configure(queue, changed, attemptsLeft - 1)
                : CompletableFuture.failedStage(
                    new RetryableException(
                        ErrorCode.QUOTA_EXCEEDED,
                        "queue "
                            + queue
                            + " has reached its limit of epochs; to be emptied first: "
                            + blocking.orElse("one that is being dropped"))));
  }

  /** Reads which data the home shard of a queue has. */
  public CompletionStage<Incarnation> incarnation(String queue) {
    return store
        .read("HMGET", store.home(queue).key("meta"), "born", "version", "changes")
        .thenApply(answer -> {
          List<?> kept = PlainReply.list(answer);
          long born = PlainReply.numberOr0(kept.get(0));
          return new Incarnation(born, kept.get(1) != null, PlainReply.numberOr0(kept.get(2)));
        });
  }

  /**
   * Counts a loss of data in the home shard; answers whether it was not counted yet. Opens the home
   * shard if it is missing.
   */
  public CompletionStage<Boolean> noteLoss(String queue, long lost) {
    return store
        .make(store.home(queue), "note_loss", Arguments.of(lost))
        .thenApply(reply -> reply.isTrue("isFirst"));
  }
}
