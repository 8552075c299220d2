package io.duetime.redis;

import io.duetime.engine.Engine;
import io.duetime.engine.ShardId;
import io.duetime.engine.tck.fixture.SteppedFixture;
import io.duetime.redis.internal.call.StoreTime;
import io.duetime.redis.internal.link.RedisLink;
import io.duetime.redis.internal.shard.QueueShards;
import io.duetime.redis.internal.shard.StoreKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A store under a prefix of its own, its scripts told the time by the test. */
final class RedisFixture extends SteppedFixture {
  private final String prefix = TestStores.newPrefix();
  private final StoreKeys keys = new StoreKeys(prefix);
  private final StoreTime time = new GivenTime(clock);
  private final QueueShards usual;
  private final Servers servers;
  private final UnaryOperator<RedisLink> way;
  private final List<Engine> others = new CopyOnWriteArrayList<>();
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
    this(servers, usual, UnaryOperator.identity());
  }

  /** What the engine calls goes by a link of the test; what others call does not. */
  RedisFixture(UnaryOperator<RedisLink> way) {
    this(TestStores.ALONE, QueueShards.UNSPLIT, way);
  }

  private RedisFixture(Servers servers, QueueShards usual, UnaryOperator<RedisLink> way) {
    this.servers = servers;
    this.usual = usual;
    this.way = way;
    this.link = servers.link();
    this.engine = TestStores.open(way.apply(link), keys, time, usual);
  }

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public void reopen() {
    engine.close();
    link = servers.link();
    engine = TestStores.open(way.apply(link), keys, time, usual);
  }

  @Override
  public boolean canDamage() {
    return true;
  }

  // A record that a script takes for one of its version, and a client cannot read.
  @Override
  public void damage(String queue, String id) {
    call("HSET", key(queue, usual.of(id), "jobs"), id, "\u0001cc");
  }

  /** The key of a queue's home shard. */
  String key(String queue, String name) {
    return key(queue, ShardId.ONLY, name);
  }

  /** The key of any shard. */
  String key(String queue, ShardId shard, String name) {
    return new String(keys.shard(queue, shard).key(name), StandardCharsets.UTF_8);
  }

  /** Calls the server itself, with a command about a key. */
  String call(String command, String key, String... more) {
    return servers.call(command, key, more);
  }

  /**
   * As another process with the same store, which knows nothing of what this one has learnt. They
   * share a connection, so that the store is told the time in order.
   */
  Engine another() {
    Engine other = TestStores.open(link, keys, time, usual);
    others.add(other);
    return other;
  }

  /** What all its keys begin with, before a colon. */
  String prefix() {
    return prefix;
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
    others.forEach(Engine::close);
    servers.clear(prefix);
  }
}
