package io.duetime.bench;

import io.duetime.bench.Prototype.Job;
import io.duetime.bench.harness.Callers;
import io.duetime.bench.harness.ClaimLoop;
import io.duetime.bench.harness.Figures;
import io.duetime.bench.harness.JobSource;
import io.duetime.bench.harness.Lateness;
import io.duetime.bench.harness.Rows;
import io.duetime.bench.harness.Rows.Peers;
import io.duetime.engine.DueTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.redisson.Redisson;
import org.redisson.api.RDelayedQueue;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

/** The prototype, Redisson's delayed queue with its defaults, and plain SETs on the same server. */
public final class RedisPeers implements Peers {
  private static final int PIPELINED = 16;
  private static final int REPLIES_BYTES = PIPELINED * "+OK\r\n".length();
  private static final byte[] SETS =
      ("*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$100\r\n" + "x".repeat(JobSource.PAYLOAD_BYTES) + "\r\n")
          .repeat(PIPELINED)
          .getBytes(StandardCharsets.US_ASCII);

  private final RedisServer server;

  /** On a server, which is emptied before each turn. */
  public RedisPeers(RedisServer server) {
    this.server = server;
  }

  @Override
  public void scheduling(Rows rows, Callers callers, int size) {
    Duration time = rows.sizes.time();
    boolean isGathered = size == 1 && callers.count() > 1;
    if (size == 1) {
      rows.peer("Redisson, offer to a delayed queue", () -> offer(callers, time));
    }
    rows.base(
        isGathered ? "prototype, gathered" : "prototype",
        () -> {
          try (Prototype prototype = new Prototype(server.empty())) {
            IntFunction<Callers.Call> calls =
                isGathered ? prototype.gathering() : caller -> prototype.scheduling(caller, size);
            return server.measure(() -> callers.during(time, calls));
          }
        });
    addSets(rows);
  }

  /** How often the server can SET 100 bytes, asked by 50 connections that send 16 at a time. */
  private void addSets(Rows rows) {
    Duration time = rows.sizes.time();
    rows.base(
        "SET",
        () -> {
          server.empty();
          return server.measure(() -> new Callers(50).during(time, caller -> setting()));
        });
  }

  private Callers.Call setting() {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      return () -> {
        socket.getOutputStream().write(SETS);
        socket.getInputStream().readNBytes(REPLIES_BYTES);
        return PIPELINED;
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("deprecation") // deprecated without another free one
  private Figures offer(Callers callers, Duration time) {
    Config config = new Config();
    config.useSingleServer().setAddress(server.empty());
    RedissonClient redisson = Redisson.create(config);
    try {
      RDelayedQueue<byte[]> queue =
          redisson.getDelayedQueue(
              redisson.getBlockingQueue(JobSource.QUEUE, ByteArrayCodec.INSTANCE));
      IntFunction<Callers.Call> offering =
          caller -> {
            JobSource source = new JobSource(caller);
            return () -> {
              queue.offer(source.nextPayload(), source.nextDelay(), TimeUnit.MILLISECONDS);
              return 1;
            };
          };
      return server.measure(() -> callers.during(time, offering));
    } finally {
      redisson.shutdown();
    }
  }

  @Override
  public void claiming(Rows rows, Callers callers, int size) {
    int jobs = rows.sizes.jobs;
    rows.base(
        "prototype",
        () -> {
          try (Prototype prototype = new Prototype(server.empty())) {
            prototype.load(jobs);
            AtomicInteger left = new AtomicInteger(jobs);
            Callers.Call claiming = prototype.claiming(size, left);
            return server.measure(() -> callers.asLongAs(() -> left.get() > 0, caller -> claiming));
          }
        });
    addSets(rows);
  }

  @Override
  public void consuming(Rows rows, Lateness.Load load) {
    rows.peer(
        "prototype, a loop that claims",
        () -> {
          try (Prototype prototype = new Prototype(server.empty());
              Lateness.Consumer consumer = new Loop(prototype)) {
            return load.run(consumer).figures();
          }
        });
  }

  /** A loop over the prototype, woken within this process by who schedules an earlier job. */
  private static final class Loop extends ClaimLoop {
    private final Prototype prototype;
    private final JobSource jobs = new JobSource(1);

    Loop(Prototype prototype) {
      this.prototype = prototype;
      start();
    }

    @Override
    public CompletionStage<?> schedule(List<DueTime> dues) {
      long now = System.currentTimeMillis();
      List<Long> moments = dues.stream().map(due -> due.resolve(now)).toList();
      long first = moments.stream().mapToLong(Long::longValue).min().orElseThrow();
      return prototype
          .schedule(moments.stream().map(moment -> Job.of(jobs, moment)).toList())
          .thenAccept(stored -> wakeBy(first));
    }

    @Override
    protected long take() {
      return prototype.take(log()::came);
    }
  }
}
