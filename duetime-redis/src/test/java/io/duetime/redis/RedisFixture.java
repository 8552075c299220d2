package io.duetime.redis;

import io.duetime.engine.Engine;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.SteppedFixture;
import io.duetime.redis.internal.engine.StoreTime;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.StoreKeys;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A store under a prefix of its own, its scripts told the time by the test. */
final class RedisFixture extends SteppedFixture {
  private final String prefix = UUID.randomUUID().toString();
  private final StoreKeys keys = new StoreKeys(prefix);
  private final StoreTime time = new GivenTime(clock);
  private final QueueShards usual;
  private final Servers servers;
  private RedisLink link;
  private Engine engine;

  RedisFixture() {
    this(QueueShards.UNSPLIT);
  }

  /** Queues that were never split have other shards than the home shard alone. */
  RedisFixture(QueueShards usual) {
    this(TestStores.ALONE, usual);
  }

  /** On other servers than the one alone. */
  RedisFixture(Servers servers, QueueShards usual) {
    this.servers = servers;
    this.usual = usual;
    this.link = servers.link();
    this.engine = TestStores.open(link, keys, time, usual);
  }

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public void reopen() {
    engine.close();
    link = servers.link();
    engine = TestStores.open(link, keys, time, usual);
  }

  @Override
  public boolean canDamage() {
    return true;
  }

  // A record that a script takes for one of its version, and a client cannot read.
  @Override
  public void damage(String queue, String id) {
    byte[] key = keys.shard(queue, usual.of(id)).key("jobs");
    servers.call("HSET", new String(key, StandardCharsets.UTF_8), id, "\u0001cc");
  }

  /**
   * As another process with the same store, which knows nothing of what this one has learnt. They
   * share a connection, so that the store is told the time in order.
   */
  Engine another() {
    return TestStores.open(link, keys, time, usual);
  }

  /** What all its keys begin with, before a colon. */
  String prefix() {
    return prefix;
  }

  /** A key of a queue's home shard. */
  String key(String queue, String name) {
    return new String(keys.shard(queue, ShardId.ONLY).key(name), StandardCharsets.UTF_8);
  }

  /** The clock without asking an engine. */
  long nowMillis() {
    return clock.millis();
  }

  /** The same over a connection of its own: what they send at once may be told a clock apart. */
  Engine stranger() {
    return TestStores.open(servers.link(), keys, time, usual);
  }

  @Override
  public void close() {
    engine.close();
    servers.clear(prefix);
  }
}
