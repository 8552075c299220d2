package io.duetime.bench.redis;

import io.duetime.bench.load.Callers;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.redis.server.BenchServer;
import io.duetime.bench.redis.server.ServerThroughput;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** Redisson's delayed queue, with its defaults; an empty server each time. */
final class RedissonRuns {
  private final BenchServer server;
  private final Duration time;

  RedissonRuns(BenchServer server, Duration time) {
    this.server = server;
    this.time = time;
  }

  /** Each caller offers one message after the other. */
  @SuppressWarnings("deprecation") // deprecated without another free one
  ServerThroughput offer(Callers callers) {
    server.empty();
    Config config = new Config();
    config.useSingleServer().setAddress("redis://127.0.0.1:" + server.port());
    RedissonClient redisson = Redisson.create(config);
    try {
      RDelayedQueue<byte[]> queue =
          redisson.getDelayedQueue(
              redisson.getBlockingQueue(JobSource.QUEUE, ByteArrayCodec.INSTANCE));
      return server.measure(() -> callers.during(time, caller -> offering(queue, caller)));
    } finally {
      redisson.shutdown();
    }
  }

  @SuppressWarnings("deprecation")
  private static Callers.Call offering(RDelayedQueue<byte[]> queue, int caller) {
    JobSource source = new JobSource(caller);
    return () -> {
      queue.offer(source.nextPayload(), source.nextDelay(), TimeUnit.MILLISECONDS);
      return 1;
    };
  }
}
