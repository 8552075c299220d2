package io.duetime.redis.internal.admin;

import io.duetime.engine.Incarnation;
import io.duetime.redis.internal.script.Script;
import io.duetime.redis.internal.store.Arguments;
import io.duetime.redis.internal.store.ShardCaller;
import io.duetime.redis.internal.store.StoreAccess;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads which data the home shards of queues have, and counts there what they have lost. */
public final class IncarnationReader {
  private final StoreAccess store;
  private final ShardCaller caller;
  private final Script noteLoss;

  public IncarnationReader(StoreAccess store, ShardCaller caller) {
    this.store = store;
    this.caller = caller;
    this.noteLoss = store.script("note_loss");
  }

  public CompletionStage<Incarnation> read(String queue) {
    return store
        .read("HMGET", store.home(queue).key("meta"), "born", "version", "changes")
        .thenApply(answer -> {
          List<?> kept = (List<?>) Objects.requireNonNull(answer);
          return new Incarnation(number(kept.get(0)), kept.get(1) != null, number(kept.get(2)));
        });
  }

  private static long number(@Nullable Object text) {
    return text == null ? 0 : Long.parseLong(new String((byte[]) text, StandardCharsets.US_ASCII));
  }

  /** Answers whether a loss was not counted yet. Opens the home shard if it is missing. */
  public CompletionStage<Boolean> noteLoss(String queue, long lost) {
    return caller
        .make(store.home(queue), noteLoss, new Arguments().add(lost))
        .thenApply(reply -> reply.isTrue("isFirst"));
  }
}
