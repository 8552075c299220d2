package io.duetime.bench;

import static io.duetime.bench.harness.EngineCalls.await;

import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.JobSource;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * The least that durable delayed jobs cost in Redis: a hash of packed jobs, a sorted set of those
 * that wait and one of those that run, by scripts over one connection. It knows no conflicts, no
 * fences, no states, no limits, no queues and no faults.
 */
final class Prototype implements AutoCloseable {
  /** The jobs of one call at most. */
  private static final int MOST = 500;

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

  /** Answers ids, jobs, and if asked when the next one is due. */
  private static final String CLAIM =
      """
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local ids = redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[1])
      local jobs = {}
      if #ids > 0 then
        redis.call('ZREMRANGEBYRANK', KEYS[2], 0, #ids - 1)
        local leases = {}
        for i = 1, #ids do leases[2 * i - 1], leases[2 * i] = now + 60000, ids[i] end
        redis.call('ZADD', KEYS[3], unpack(leases))
        jobs = redis.call('HMGET', KEYS[1], unpack(ids))
      end
      if ARGV[2] == '0' then return { ids, jobs } end
      return { ids, jobs, { redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2] } }
      """;

  private static final String ACK =
      """
      redis.call('ZREM', KEYS[3], unpack(ARGV))
      return redis.call('HDEL', KEYS[1], unpack(ARGV))
      """;
  private static final byte[][] KEYS = {
    bytes("{prototype}:jobs"), bytes("{prototype}:due"), bytes("{prototype}:leased")
  };

  private final RedisClient client;
  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final RedisAsyncCommands<byte[], byte[]> redis;
  private final Map<String, String> digests = new ConcurrentHashMap<>();

  Prototype(String uri) {
    this.client = RedisClient.create(uri);
    this.connection = client.connect(ByteArrayCodec.INSTANCE);
    this.redis = connection.async();
  }

  /** A job as it is stored. */
  static final class Job {
    private final String id;
    private final byte[] dueMillis;
    private final byte[] packed;

    private Job(String id, byte[] dueMillis, byte[] packed) {
      this.id = id;
      this.dueMillis = dueMillis;
      this.packed = packed;
    }

    static Job pending(JobSource source) {
      return of(source, System.currentTimeMillis() + source.nextDelay());
    }

    static Job due(JobSource source) {
      return of(source, System.currentTimeMillis() - source.nextDelay());
    }

    static Job of(JobSource source, long dueMillis) {
      byte[] packed =
          ByteBuffer.allocate(Long.BYTES + JobSource.PAYLOAD_BYTES)
              .putLong(dueMillis)
              .put(source.nextPayload())
              .array();
      return new Job(source.nextId(), bytes(Long.toString(dueMillis)), packed);
    }
  }

  /** Stores jobs by one call. */
  CompletionStage<Long> schedule(List<Job> jobs) {
    byte[][] arguments = new byte[3 * jobs.size()][];
    for (int i = 0; i < jobs.size(); i++) {
      Job job = jobs.get(i);
      arguments[3 * i] = bytes(job.id);
      arguments[3 * i + 1] = job.dueMillis;
      arguments[3 * i + 2] = job.packed;
    }
    return call(SCHEDULE, ScriptOutputType.INTEGER, arguments);
  }

  private <T> CompletionStage<T> call(String script, ScriptOutputType type, byte[]... arguments) {
    String digest = digests.computeIfAbsent(script, text -> await(redis.scriptLoad(text)));
    return redis.evalsha(digest, type, KEYS, arguments);
  }

  /** Stores a batch and waits for the answer. */
  Callers.Call scheduling(int caller, int size) {
    JobSource source = new JobSource(caller);
    return () -> {
      List<Job> jobs = Stream.generate(() -> Job.pending(source)).limit(size).toList();
      expect(await(schedule(jobs)) == size);
      return size;
    };
  }

  /** Two threads send what waits, so that what comes while two calls are under way shares one. */
  IntFunction<Callers.Call> gathering() {
    BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
    for (int i = 0; i < 2; i++) {
      Thread sender = new Thread(() -> send(queue));
      sender.setDaemon(true);
      sender.start();
    }
    return caller -> {
      JobSource source = new JobSource(caller);
      return () -> {
        Waiting waiting = new Waiting(Job.pending(source), new CompletableFuture<>());
        queue.add(waiting);
        return waiting.stored.join();
      };
    };
  }

  private record Waiting(Job job, CompletableFuture<Integer> stored) {}

  private void send(BlockingQueue<Waiting> queue) {
    try {
      while (connection.isOpen()) {
        List<Waiting> batch = new ArrayList<>();
        Waiting first = queue.poll(1, TimeUnit.SECONDS);
        if (first != null) {
          batch.add(first);
          queue.drainTo(batch, MOST - 1);
          await(schedule(batch.stream().map(Waiting::job).toList()));
          batch.forEach(waiting -> waiting.stored.complete(1));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stores jobs that are due. */
  void load(int count) {
    JobSource source = new JobSource(1);
    for (int left = count; left > 0; left -= MOST) {
      int size = Math.min(MOST, left);
      List<Job> jobs = Stream.generate(() -> Job.due(source)).limit(size).toList();
      expect(await(schedule(jobs)) == size);
    }
  }

  /** Claims a batch, waits for it, acknowledges it, waits, and counts what is left. */
  Callers.Call claiming(int size, AtomicInteger left) {
    return () -> {
      byte[][] ids = claim(size, false).get(0).toArray(new byte[0][]);
      if (ids.length == 0) {
        Thread.onSpinWait();
        return 0;
      }
      expect(await(ack(ids)) == ids.length);
      left.addAndGet(-ids.length);
      return ids.length;
    };
  }

  private List<List<byte[]>> claim(int size, boolean asksNext) {
    byte[] next = bytes(asksNext ? "1" : "0");
    return await(
        this.<List<List<byte[]>>>call(
            CLAIM, ScriptOutputType.MULTI, bytes(Integer.toString(size)), next));
  }

  private CompletionStage<Long> ack(byte[][] ids) {
    return call(ACK, ScriptOutputType.INTEGER, ids);
  }

  /** Takes what is due, acknowledges it without waiting for that, and returns when to come back. */
  long take(LongConsumer came) {
    List<List<byte[]>> answer = claim(MOST, true);
    byte[][] ids = answer.get(0).toArray(new byte[0][]);
    answer.get(1).forEach(packed -> came.accept(ByteBuffer.wrap(packed).getLong()));
    if (ids.length > 0) {
      ack(ids).thenAccept(gone -> expect(gone == ids.length));
    }
    List<byte[]> next = answer.get(2);
    return next.isEmpty()
        ? Long.MAX_VALUE
        : Long.parseLong(new String(next.get(0), StandardCharsets.US_ASCII));
  }

  private static void expect(boolean truth) {
    if (!truth) {
      throw new IllegalStateException("the prototype lost a job");
    }
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
