package io.duetime.bench.peer;

import io.lettuce.core.LettuceFutures;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.ZAddArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/** What articles build on Redis: jobs that are gone as soon as a consumer has read them. */
abstract class ArticlePeer implements Peer {
  private static final String KEY = "delayed";
  private static final int BATCH = 100;
  private static final String TAKE =
      """
      local jobs = redis.call('ZRANGEBYSCORE', KEYS[1], 0, ARGV[1], 'LIMIT', 0, ARGV[2])
      if #jobs > 0 then redis.call('ZREM', KEYS[1], unpack(jobs)) end
      return jobs
      """;

  private final RedisClient client;

  /** Shared by those who schedule, so that their commands go out together. */
  protected final StatefulRedisConnection<String, String> connection;

  ArticlePeer(Place place) {
    this.client = RedisClient.create(place.uri());
    this.connection = client.connect();
  }

  /** Sends the commands of a job. */
  abstract RedisFuture<?> send(RedisAsyncCommands<String, String> redis, Job job);

  @Override
  public final void schedule(Job job) throws Exception {
    send(connection.async(), job).get();
  }

  @Override
  public final void scheduleAll(List<Job> jobs) {
    RedisFuture<?>[] answers =
        jobs.stream().map(job -> send(connection.async(), job)).toArray(RedisFuture<?>[]::new);
    if (!LettuceFutures.awaitAll(Duration.ofMinutes(1), answers)) {
      throw new IllegalStateException("Redis does not answer");
    }
  }

  /** Opens a connection of one consumer. */
  final StatefulRedisConnection<String, String> connect() {
    return client.connect();
  }

  final RedisClient client() {
    return client;
  }

  @Override
  public final void close() {
    client.shutdown();
  }

  /** A sorted set of jobs by their due time, which consumers poll. */
  abstract static class SortedSet extends ArticlePeer {
    private final long sleepMillis;

    SortedSet(Place place, long sleepMillis) {
      super(place);
      this.sleepMillis = sleepMillis;
    }

    @Override
    final RedisFuture<?> send(RedisAsyncCommands<String, String> redis, Job job) {
      return redis.zadd(KEY, job.dueMillis(), job.payload());
    }

    /** Takes some that are due; the list is empty if there are none. */
    abstract List<String> take(RedisCommands<String, String> redis);

    @Override
    public void consume(int consumers, Consumer<Job> handler) {
      ThreadLocal<StatefulRedisConnection<String, String>> own =
          ThreadLocal.withInitial(this::connect);
      ThreadLocal<Queue<String>> taken = ThreadLocal.withInitial(ArrayDeque::new);
      InProcess.loops(
          consumers,
          () -> {
            Queue<String> jobs = taken.get();
            while (jobs.isEmpty()) {
              if (!jobs.addAll(take(own.get().sync()))) {
                Thread.sleep(sleepMillis);
              }
            }
            return Job.of(jobs.remove());
          },
          handler);
    }

    @Override
    public boolean cancel(Job job) {
      return connection.sync().zrem(KEY, job.payload()) == 1;
    }

    @Override
    public boolean move(Job job, long dueMillis) {
      ZAddArgs changed = ZAddArgs.Builder.xx().ch();
      return connection.sync().zadd(KEY, changed, (double) dueMillis, job.payload()) == 1;
    }
  }

  /** One round trip finds due jobs, one more each takes it. */
  static final class Poll extends SortedSet {
    Poll(Place place) {
      super(place, 1_000);
    }

    @Override
    List<String> take(RedisCommands<String, String> redis) {
      List<String> due =
          redis.zrangebyscore(
              KEY, Range.create(0, System.currentTimeMillis()), Limit.create(0, BATCH));
      return due.stream().filter(job -> redis.zrem(KEY, job) == 1).toList();
    }
  }

  /** One script finds and takes. */
  static final class Script extends SortedSet {
    Script(Place place) {
      super(place, 100);
    }

    @Override
    List<String> take(RedisCommands<String, String> redis) {
      return redis.eval(
          TAKE,
          ScriptOutputType.MULTI,
          new String[] {KEY},
          Long.toString(System.currentTimeMillis()),
          Integer.toString(BATCH));
    }
  }

  /** A key that expires for each job, and a message of its expiry, which nobody may miss. */
  static final class Expiry extends ArticlePeer {
    private static final String CHANNEL = "__keyevent@0__:expired";

    Expiry(Place place) {
      super(place);
      connection.sync().configSet("notify-keyspace-events", "Ex");
    }

    /** The message has the key alone, so the key is the payload. */
    @Override
    RedisFuture<?> send(RedisAsyncCommands<String, String> redis, Job job) {
      return redis.set(job.payload(), "", SetArgs.Builder.px(Math.max(1, job.delayMillis())));
    }

    @Override
    public void consume(int consumers, Consumer<Job> handler) {
      StatefulRedisPubSubConnection<String, String> listening = client().connectPubSub();
      listening.addListener(
          new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String key) {
              handler.accept(Job.of(key));
            }
          });
      listening.sync().subscribe(CHANNEL);
    }

    @Override
    public boolean cancel(Job job) {
      return connection.sync().del(job.payload()) == 1;
    }

    @Override
    public boolean move(Job job, long dueMillis) {
      return connection.sync().pexpireat(job.payload(), dueMillis);
    }
  }
}
