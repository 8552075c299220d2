package io.duetime.bench.redis.prototype;

import io.duetime.bench.load.Callers;
import io.duetime.bench.load.JobSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The least that durable delayed jobs cost in Redis: a hash of packed jobs, a sorted set of those
 * that wait and one of those that run, by scripts over one connection. It knows no conflicts, no
 * fences, no states, no limits, no queues and no faults.
 */
public final class Prototype implements AutoCloseable {
  /** The jobs of one call at most. */
  static final int MOST = 500;

  private static final String SCHEDULE =
      """
      local jobs, dues = {}, {}
      for i = 1, #ARGV, 3 do
        local k = (i - 1) / 3 * 2
        jobs[k + 1], jobs[k + 2] = ARGV[i], ARGV[i + 2]
        dues[k + 1], dues[k + 2] = ARGV[i + 1], ARGV[i]
      end
      redis.call('HSET', KEYS[1], unpack(jobs))
      return redis.call('ZADD', KEYS[2], unpack(dues))
      """;
  private static final String CLAIM =
      """
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local ids = redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1])
      if #ids == 0 then return {} end
      redis.call('ZREMRANGEBYRANK', KEYS[2], 0, #ids - 1)
      local leases = {}
      for i = 1, #ids do leases[2 * i - 1], leases[2 * i] = now + ARGV[2], ids[i] end
      redis.call('ZADD', KEYS[3], unpack(leases))
      return { ids, redis.call('HMGET', KEYS[1], unpack(ids)) }
      """;
  private static final String POLL =
      """
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local ids = redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1])
      local records = {}
      if #ids > 0 then
        redis.call('ZREMRANGEBYRANK', KEYS[2], 0, #ids - 1)
        local leases = {}
        for i = 1, #ids do leases[2 * i - 1], leases[2 * i] = now + ARGV[2], ids[i] end
        redis.call('ZADD', KEYS[3], unpack(leases))
        records = redis.call('HMGET', KEYS[1], unpack(ids))
      end
      return { ids, records, { redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2] } }
      """;
  private static final String ACK =
      """
      redis.call('ZREM', KEYS[3], unpack(ARGV))
      return redis.call('HDEL', KEYS[1], unpack(ARGV))
      """;
  private static final String CANCEL =
      """
      redis.call('HDEL', KEYS[1], ARGV[1])
      return redis.call('ZREM', KEYS[2], ARGV[1])
      """;
  private static final byte[][] KEYS = {
    bytes("{prototype}:jobs"), bytes("{prototype}:due"), bytes("{prototype}:leased")
  };
  private static final byte[] LEASE_MILLIS = bytes("60000");
  private static final int HEADER_BYTES = Long.BYTES;

  private final RedisClient client;
  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final RedisAsyncCommands<byte[], byte[]> redis;
  private final String schedule;
  private final String claim;
  private final String poll;
  private final String ack;
  private final String cancel;

  public Prototype(String uri) {
    this.client = RedisClient.create(uri);
    this.connection = client.connect(ByteArrayCodec.INSTANCE);
    this.redis = connection.async();
    this.schedule = load(SCHEDULE);
    this.claim = load(CLAIM);
    this.poll = load(POLL);
    this.ack = load(ACK);
    this.cancel = load(CANCEL);
  }

  /** A job as it is stored. */
  public static final class Job {
    private final String id;
    private final byte[] dueMillis;
    private final byte[] packed;

    private Job(String id, byte[] dueMillis, byte[] packed) {
      this.id = id;
      this.dueMillis = dueMillis;
      this.packed = packed;
    }

    public static Job pending(JobSource source) {
      return of(source, System.currentTimeMillis() + source.nextDelay());
    }

    public static Job due(JobSource source) {
      return of(source, System.currentTimeMillis() - source.nextDelay());
    }

    public static Job of(JobSource source, long dueMillis) {
      byte[] packed =
          ByteBuffer.allocate(HEADER_BYTES + JobSource.PAYLOAD_BYTES)
              .putLong(dueMillis)
              .put(source.nextPayload())
              .array();
      return new Job(source.nextId(), bytes(Long.toString(dueMillis)), packed);
    }
  }

  /** Stores jobs by one call. */
  public CompletionStage<Long> schedule(List<Job> jobs) {
    return store(schedule, jobs);
  }

  private CompletionStage<Long> store(String script, List<Job> jobs) {
    byte[][] arguments = new byte[3 * jobs.size()][];
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      arguments[3 * i] = bytes(job.id);
      arguments[3 * i + 1] = job.dueMillis;
      arguments[3 * i + 2] = job.packed;
    }
    return redis.evalsha(script, ScriptOutputType.INTEGER, KEYS, arguments);
  }

  /** Stores a batch and waits for the answer. */
  public Callers.Call scheduling(int caller, int size) {
    JobSource source = new JobSource(caller);
    return () -> {
      List<Job> jobs = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        jobs.add(Job.pending(source));
      }
      expect(await(schedule(jobs)) == size);
      return size;
    };
  }

  /** Stores many jobs by another script that takes the same arguments. */
  public void load(String script, int count) {
    load(load(script), count, Job::pending);
  }

  /** Stores many jobs and returns their ids. */
  public List<String> load(int count, Function<JobSource, Job> make) {
    return load(schedule, count, make);
  }

  private List<String> load(String script, int count, Function<JobSource, Job> make) {
    JobSource source = new JobSource(1);
    List<String> ids = new ArrayList<>(count);
    while (ids.size() < count) {
      List<Job> jobs = new ArrayList<>(MOST);
      for (int i = ids.size(); i < count && jobs.size() < MOST; i++) {
        jobs.add(make.apply(source));
      }
      expect(await(store(script, jobs)) == jobs.size());
      jobs.forEach(job -> ids.add(job.id));
    }
    return ids;
  }

  /** Claims a batch, waits for it, acknowledges it, waits, and counts what is left. */
  public Callers.Call claiming(int size, AtomicInteger left) {
    byte[] most = bytes(Integer.toString(size));
    return () -> {
      List<List<byte[]>> claimed =
          await(
              redis.<List<List<byte[]>>>evalsha(
                  claim, ScriptOutputType.MULTI, KEYS, most, LEASE_MILLIS));
      if (claimed.isEmpty()) {
        Thread.onSpinWait();
        return 0;
      }
      byte[][] ids = claimed.get(0).toArray(new byte[0][]);
      expect(await(redis.<Long>evalsha(ack, ScriptOutputType.INTEGER, KEYS, ids)) == ids.length);
      left.addAndGet(-ids.length);
      return ids.length;
    };
  }

  /**
   * What was due.
   *
   * @param dueMillis when each job was due
   * @param nextMillis when the next one is due, or {@link Long#MAX_VALUE} if there is none
   */
  public record Taken(List<Long> dueMillis, long nextMillis) {}

  /** Takes what is due, acknowledges it without waiting for that, and asks what is next. */
  public Taken take() {
    List<List<byte[]>> answer =
        await(
            redis.<List<List<byte[]>>>evalsha(
                poll, ScriptOutputType.MULTI, KEYS, bytes(Integer.toString(MOST)), LEASE_MILLIS));
    if (!answer.get(0).isEmpty()) {
      byte[][] ids = answer.get(0).toArray(new byte[0][]);
      redis
          .<Long>evalsha(ack, ScriptOutputType.INTEGER, KEYS, ids)
          .thenAccept(gone -> expect(gone == ids.length));
    }
    List<byte[]> next = answer.get(2);
    return new Taken(
        answer.get(1).stream().map(packed -> ByteBuffer.wrap(packed).getLong()).toList(),
        next.isEmpty()
            ? Long.MAX_VALUE
            : Long.parseLong(new String(next.get(0), StandardCharsets.US_ASCII)));
  }

  /** Removes a job that waits, and waits for the answer. */
  public void cancel(String id) {
    expect(await(redis.<Long>evalsha(cancel, ScriptOutputType.INTEGER, KEYS, bytes(id))) == 1);
  }

  /** The shortest question there is. */
  public void ping() {
    await(redis.ping());
  }

  private String load(String script) {
    return await(redis.scriptLoad(script));
  }

  private static void expect(boolean truth) {
    if (!truth) {
      throw new IllegalStateException("the prototype lost a job");
    }
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}
