package io.duetime.redis.internal.maintenance;

import io.duetime.DuetimeException;
import io.duetime.ErrorCode;
import io.duetime.RetryableException;
import io.duetime.internal.async.Stages;
import io.duetime.redis.internal.link.Node;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.shard.ShardKeys;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One step of maintenance: its moment, and the nodes that have not answered in it. These nodes are
 * not asked again, since each question would wait for the patience of the link.
 */
final class MaintenanceRound {
  private final RedisLink link;
  private final long nowMillis;
  private final Set<Node> silent = ConcurrentHashMap.newKeySet();

  /** A round at a moment by the store's clock. */
  MaintenanceRound(RedisLink link, long nowMillis) {
    this.link = link;
    this.nowMillis = nowMillis;
  }

  long nowMillis() {
    return nowMillis;
  }

  /** Does something on a shard, unless its node has been silent before. */
  <T> CompletionStage<T> on(ShardKeys shard, Supplier<CompletionStage<T>> call) {
    try {
      Node node = link.nodeOf(shard.key("meta"));
      if (silent.contains(node)) {
        return CompletableFuture.failedStage(unavailable(node));
      }
      return call.get().whenComplete((answer, failure) -> note(node, failure));
    } catch (RuntimeException unknownNode) {
      return CompletableFuture.failedStage(unknownNode);
    }
  }

  private void note(Node node, @Nullable Throwable failure) {
    if (failure != null
        && Stages.cause(failure) instanceof DuetimeException why
        && (why.code() == ErrorCode.STORE_UNAVAILABLE || why.code() == ErrorCode.OUTCOME_UNKNOWN)) {
      silent.add(node);
    }
  }

  private static RetryableException unavailable(Node node) {
    return new RetryableException(
        ErrorCode.STORE_UNAVAILABLE, node + " did not answer a moment ago");
  }
}
