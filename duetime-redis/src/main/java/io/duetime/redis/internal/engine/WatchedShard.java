package io.duetime.redis.internal.engine;

import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.shard.ShardKeys;
import io.duetime.redis.internal.watch.Message;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A shard of a queue that somebody watches: hears its channel. Thread safe. */
final class WatchedShard implements RedisLink.ChannelListener {
  private static final byte NEW_EPOCH = 'S';

  private static final Logger LOG = LoggerFactory.getLogger(WatchedShard.class);

  private final WatchedQueue queue;
  private final ShardKeys keys;
  private final Runnable missed;

  /** Whether a beat for it is under way; touched by {@link Heartbeat} alone. */
  volatile boolean beating;

  private volatile boolean noted;

  /**
   * Hears for a queue.
   *
   * @param missed told when messages may have been missed
   */
  WatchedShard(WatchedQueue queue, ShardKeys keys, Runnable missed) {
    this.queue = queue;
    this.keys = keys;
    this.missed = missed;
  }

  WatchedQueue queue() {
    return queue;
  }

  ShardKeys keys() {
    return keys;
  }

  /** Whether the store knows that this process watches the shard, as far as can be told. */
  boolean isNoted() {
    return noted;
  }

  /** The store has been told. */
  void noted() {
    noted = true;
  }

  @Override
  public void subscribed() {
    noted = false;
    missed.run();
  }

  @Override
  public void message(byte[] payload) {
    if (payload.length > 0 && payload[0] == NEW_EPOCH) {
      queue.relearn();
      return;
    }
    Message.read(payload)
        .ifPresentOrElse(
            message -> queue.watch().hear(keys.shard(), message),
            () ->
                LOG.debug(
                    "A message of {} that this version does not understand: {}",
                    keys.queue(),
                    new String(payload, StandardCharsets.UTF_8)));
  }
}
