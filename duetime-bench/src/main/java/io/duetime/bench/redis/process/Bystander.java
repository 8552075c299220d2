package io.duetime.bench.redis.process;

import io.duetime.bench.redis.server.BenchServer;
import io.duetime.redis.fixture.RedisTalk;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Another client of the same server: sends a GET every millisecond and times each. */
final class Bystander implements AutoCloseable {
  private static final long PAUSE_NANOS = 1_000_000;

  private final RedisTalk talk;
  private final Histogram nanos = new Histogram(3);
  private final Thread thread = new Thread(this::run, "bystander");
  private volatile boolean closed;

  Bystander(BenchServer server) {
    this.talk = RedisTalk.with(server.port());
    talk.call("SET", "bystander", "value");
    thread.start();
  }

  private void run() {
    while (!closed) {
      long start = System.nanoTime();
      talk.call("GET", "bystander");
      nanos.recordValue(System.nanoTime() - start);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Once it is closed: how long a part of a hundred of its calls took at the most, in ms. */
  double millisAt(double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e6;
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    talk.close();
  }
}
