package io.duetime.bench.redis.prototype;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;

/**
 * The commands of the engine's scripts for one job without what the scripts make of them: what a
 * script costs at the least.
 */
public final class BareCommands implements AutoCloseable {
  private static final String SCHEDULE =
      """
      redis.call('TIME')
      redis.call('HMGET', KEYS[1], 'version', 'conf', 'levels', 'told', 'limited', 'sealed', 'fence')
      redis.call('HSETNX', KEYS[2], ARGV[1], ARGV[2])
      redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
      return redis.call('HINCRBY', KEYS[1], 'n:scheduled', 1)
      """;
  private static final String LEASE =
      """
      redis.call('HSET', KEYS[4], ARGV[1], string.rep('s', 69))
      redis.call('ZREM', KEYS[3], ARGV[1])
      return redis.call('ZADD', KEYS[5], ARGV[3], ARGV[1])
      """;
  private static final String ACK =
      """
      redis.call('TIME')
      redis.call('HMGET', KEYS[1], 'version', 'conf')
      redis.call('HMGET', KEYS[4], ARGV[1])
      redis.call('HDEL', KEYS[4], ARGV[1])
      redis.call('HDEL', KEYS[2], ARGV[1])
      redis.call('ZREM', KEYS[5], ARGV[1])
      return redis.call('HINCRBY', KEYS[1], 'n:acked', 1)
      """;
  private static final String RECORD = "r".repeat(110);

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final String schedule;
  private final String lease;
  private final String ack;

  public BareCommands(String uri) {
    this.client = RedisClient.create(uri);
    this.connection = client.connect(StringCodec.ASCII);
    this.schedule = connection.sync().scriptLoad(SCHEDULE);
    this.lease = connection.sync().scriptLoad(LEASE);
    this.ack = connection.sync().scriptLoad(ACK);
  }

  public void schedule(String queue, String id, long dueMillis) {
    run(schedule, queue, id, dueMillis);
  }

  public void lease(String queue, String id, long endMillis) {
    run(lease, queue, id, endMillis);
  }

  public void ack(String queue, String id) {
    run(ack, queue, id, 0);
  }

  private void run(String script, String queue, String id, long moment) {
    String prefix = "bare:{" + queue + "}:";
    String[] keys = {
      prefix + "meta", prefix + "jobs", prefix + "due", prefix + "runs", prefix + "leased"
    };
    connection
        .async()
        .evalsha(script, ScriptOutputType.INTEGER, keys, id, RECORD, Long.toString(moment))
        .toCompletableFuture()
        .join();
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
