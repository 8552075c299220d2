package io.duetime.bench.peer;

import io.duetime.bench.harness.JobSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.redisson.Redisson;
import org.redisson.api.RBlockingQueue;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RFuture;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/** The delayed queue of Redisson with its defaults; its consumers take from the blocking queue. */
@SuppressWarnings("deprecation") // deprecated without another free one
final class RedissonPeer implements Peer {
  private final RedissonClient redisson;
  private final RBlockingQueue<String> target;
  private final RDelayedQueue<String> queue;

  RedissonPeer(Place place) {
    Config config = new Config();
    config.useSingleServer().setAddress(place.uri());
    this.redisson = Redisson.create(config);
    this.target = redisson.getBlockingQueue(JobSource.QUEUE, StringCodec.INSTANCE);
    this.queue = redisson.getDelayedQueue(target);
  }

  @Override
  public void schedule(Job job) {
    queue.offer(job.payload(), job.delayMillis(), TimeUnit.MILLISECONDS);
  }

  /** It has no call for several: their calls are under way at the same time. */
  @Override
  public void scheduleAll(List<Job> jobs) {
    List<RFuture<Void>> stored =
        jobs.stream()
            .map(job -> queue.offerAsync(job.payload(), job.delayMillis(), TimeUnit.MILLISECONDS))
            .toList();
    stored.forEach(one -> one.toCompletableFuture().join());
  }

  @Override
  public void consume(int consumers, Consumer<Job> handler) {
    InProcess.loops(consumers, () -> Job.of(target.take()), handler);
  }

  @Override
  public boolean cancel(Job job) {
    return queue.remove(job.payload());
  }

  @Override
  public void close() {
    queue.destroy();
    redisson.shutdown();
  }
}
