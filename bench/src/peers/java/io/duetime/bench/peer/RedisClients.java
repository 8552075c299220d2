package io.duetime.bench.peer;

import io.duetime.bench.harness.JobSource;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.ZAddArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RFuture;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Redisson, and what articles build on Redis: jobs that are gone as soon as a consumer has read
 * them. Callers share a connection, so that their commands go out together.
 */
record RedisClients(RedisClient client, StatefulRedisConnection<String, String> connection) {
  private static final String KEY = "delayed";
  private static final String EXPIRED = "__keyevent@0__:expired";
  private static final int BATCH = 100;
  private static final String TAKE =
      """
      local jobs = redis.call('ZRANGEBYSCORE', KEYS[1], 0, ARGV[1], 'LIMIT', 0, ARGV[2])
      if #jobs > 0 then redis.call('ZREM', KEYS[1], unpack(jobs)) end
      return jobs
      """;

  /** The delayed queue with its defaults; its consumers take from the blocking queue. */
  @SuppressWarnings("deprecation") // deprecated without another free one
  static Peer redisson(Place place) {
    Config config = new Config();
    config.useSingleServer().setAddress(place.uri());
    RedissonClient redisson = Redisson.create(config);
    RBlockingQueue<String> target =
        redisson.getBlockingQueue(JobSource.QUEUE, StringCodec.INSTANCE);
    RDelayedQueue<String> queue = redisson.getDelayedQueue(target);
    // It has no call for several: their calls are under way at the same time.
    Function<Job, RFuture<Void>> offer =
        job -> queue.offerAsync(job.payload(), job.delayMillis(), TimeUnit.MILLISECONDS);
    return new JavaPeer(
            job -> queue.offer(job.payload(), job.delayMillis(), TimeUnit.MILLISECONDS),
            (consumers, handler) ->
                MemoryPeers.loops(consumers, () -> Job.of(target.take()), handler))
        .batches(jobs -> {
          List<RFuture<Void>> stored = jobs.stream().map(offer).toList();
          stored.forEach(one -> one.toCompletableFuture().join());
        })
        .cancel(job -> queue.remove(job.payload()));
  }

  private static RedisClients at(Place place) {
    RedisClient client = RedisClient.create(place.uri());
    return new RedisClients(client, client.connect());
  }

  /** A sorted set: one round trip finds due jobs, one more each takes it. */
  static Peer polled(Place place) {
    return at(place)
        .sortedSet(
            1_000,
            redis ->
                redis
                    .zrangebyscore(
                        KEY, Range.create(0, System.currentTimeMillis()), Limit.create(0, BATCH))
                    .stream()
                    .filter(job -> redis.zrem(KEY, job) == 1)
                    .toList());
  }

  /** A sorted set: one script finds and takes. */
  static Peer scripted(Place place) {
    String[] keys = {KEY};
    return at(place)
        .sortedSet(
            100,
            redis ->
                redis.eval(
                    TAKE,
                    ScriptOutputType.MULTI,
                    keys,
                    Long.toString(System.currentTimeMillis()),
                    Integer.toString(BATCH)));
  }

  private Peer sortedSet(
      long sleepMillis, Function<RedisCommands<String, String>, List<String>> take) {
    ZAddArgs changed = ZAddArgs.Builder.xx().ch();
    return peer(
            job -> connection.async().zadd(KEY, (double) job.dueMillis(), job.payload()),
            (consumers, handler) -> {
              for (int i = 0; i < consumers; i++) {
                MemoryPeers.loops(1, polling(sleepMillis, take), handler);
              }
            })
        .cancel(job -> connection.sync().zrem(KEY, job.payload()) == 1)
        .move(job ->
            connection.sync().zadd(KEY, changed, (double) job.dueMillis(), job.payload()) == 1);
  }

  private MemoryPeers.Source polling(
      long sleepMillis, Function<RedisCommands<String, String>, List<String>> take) {
    RedisCommands<String, String> own = client.connect().sync();
    Queue<String> taken = new ArrayDeque<>();
    return () -> {
      while (taken.isEmpty()) {
        if (!taken.addAll(take.apply(own))) {
          Thread.sleep(sleepMillis);
        }
      }
      return Job.of(taken.remove());
    };
  }

  /**
   * A key that expires for each job, and a message of its expiry, which nobody may miss. The
   * message has the key alone, so the key is the payload.
   */
  static Peer expiry(Place place) {
    RedisClients clients = at(place);
    RedisCommands<String, String> redis = clients.connection.sync();
    redis.configSet("notify-keyspace-events", "Ex");
    return clients
        .peer(
            job -> {
              SetArgs expiring = SetArgs.Builder.px(Math.max(1, job.delayMillis()));
              return clients.connection.async().set(job.payload(), "", expiring);
            },
            (consumers, handler) -> clients.subscribe(handler))
        .cancel(job -> redis.del(job.payload()) == 1)
        .move(job -> redis.pexpireat(job.payload(), job.dueMillis()));
  }

  private void subscribe(Consumer<Job> handler) {
    StatefulRedisPubSubConnection<String, String> listening = client.connectPubSub();
    listening.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String channel, String key) {
            handler.accept(Job.of(key));
          }
        });
    listening.sync().subscribe(EXPIRED);
  }

  private JavaPeer peer(Function<Job, RedisFuture<?>> send, JavaPeer.Consuming consuming) {
    return new JavaPeer(job -> send.apply(job).get(), consuming)
        .batches(jobs -> {
          RedisFuture<?>[] answers = jobs.stream().map(send).toArray(RedisFuture<?>[]::new);
          if (!LettuceFutures.awaitAll(Duration.ofMinutes(1), answers)) {
            throw new IllegalStateException("Redis does not answer");
          }
        });
  }
}
