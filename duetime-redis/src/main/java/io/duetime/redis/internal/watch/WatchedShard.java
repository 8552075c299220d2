package io.duetime.redis.internal.watch;

import io.duetime.engine.ClaimResult;
import io.duetime.redis.internal.call.Scores;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.shard.ShardKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard of a watched queue: passes the news of its channel and its checks to the queue. Thread
 * safe.
 */
final class WatchedShard implements RedisLink.ChannelListener {
  private static final byte NEW_EPOCH = 'S';

  private static final Logger LOG = LoggerFactory.getLogger(WatchedShard.class);

  private final WatchedQueue queue;
  private final ShardKeys keys;
  private final WatchedNodes nodes;

  private volatile OptionalLong notedAtNanos = OptionalLong.empty();

  /**
   * Reports to a queue.
   *
   * @param nodes check the shard when messages may have been missed
   */
  WatchedShard(WatchedQueue queue, ShardKeys keys, WatchedNodes nodes) {
    this.queue = queue;
    this.keys = keys;
    this.nodes = nodes;
  }

  WatchedQueue queue() {
    return queue;
  }

  ShardKeys keys() {
    return keys;
  }

  /** When the store was last told that this process watches; empty if not yet. */
  OptionalLong notedAtNanos() {
    return notedAtNanos;
  }

  void noted(long nanos) {
    notedAtNanos = OptionalLong.of(nanos);
  }

  @Override
  public void subscribed() {
    nodes.soon(this);
  }

  @Override
  public void message(byte[] payload) {
    if (payload.length > 0 && payload[0] == NEW_EPOCH) {
      queue.relearn();
      return;
    }
    Optional<Message> message = Message.read(payload);
    if (message.isPresent()) {
      queue.tell(keys.shard(), message.get());
    } else {
      LOG.debug(
          "A message of {} that this version does not understand: {}",
          keys.queue(),
          new String(payload, StandardCharsets.UTF_8));
    }
  }

  /**
   * Receives the answer to a check, or its failure: the moment when claimers have to come back,
   * null if no claimer was told one, and the live epochs of a home shard.
   */
  void checked(@Nullable Object answer, @Nullable Throwable failure) {
    if (!(answer instanceof List<?> fields)) {
      LOG.debug("A shard of {} could not be checked", keys.queue(), failure);
      return;
    }
    if (keys.shard().epoch() == 0) {
      queue.learn(fields.get(1));
    }
    if (fields.get(0) != null) {
      Message message = Message.earlier(Scores.read(fields.get(0)));
      if (message.comeBackAt() < ClaimResult.NEVER) {
        queue.tell(keys.shard(), message);
      }
    }
  }
}
