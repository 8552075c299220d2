package io.duetime.bench.handover;

import com.rabbitmq.client.Channel;
import io.duetime.bench.Payloads;
import io.duetime.bench.load.JobSource;
import io.duetime.bench.load.LatenessHistogram;
import io.duetime.engine.DueTime;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The loop that many teams have: a script takes one due message from a sorted set and deletes it,
 * the loop publishes it without waiting for a confirm. It loses messages when it ends in between.
 */
final class LuaLoop implements OtherWay {
  private static final byte[] SET = bytes("loop");
  private static final byte[][] KEYS = {SET};
  private static final String SCRIPT =
      """
      local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, 1)
      if due[1] then
        redis.call('ZREM', KEYS[1], due[1])
      end
      return due
      """;
  private static final int IDLE_MILLIS = 1;

  private final RedisClient client;
  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final StatefulRedisConnection<byte[], byte[]> producer;
  private final Channel channel;
  private final String script;
  private final Payloads payloads = new Payloads(JobSource.PAYLOAD_BYTES, 1);
  private final LatenessHistogram late = new LatenessHistogram();
  private long members;
  private @Nullable Thread loop;

  LuaLoop(String redisUri, BenchBroker broker) throws IOException {
    client = RedisClient.create(redisUri);
    connection = client.connect(ByteArrayCodec.INSTANCE);
    producer = client.connect(ByteArrayCodec.INSTANCE);
    channel = broker.channel();
    script = connection.sync().scriptLoad(SCRIPT);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  // Messages a second, all due before it begins.
  @Override
  public double rate(int messages) throws IOException {
    for (int i = 0; i < messages; i++) {
      connection.sync().zadd(SET, 0, nextMember());
    }
    long begin = System.nanoTime();
    int moved = 0;
    while (move() != null) {
      moved++;
    }
    return moved * 1e9 / (System.nanoTime() - begin);
  }

  // With a number of its own, since a set has equal members once.
  private byte[] nextMember() {
    byte[] member = payloads.next();
    ByteBuffer.wrap(member).putLong(members++);
    return member;
  }

  /** Moves one message and returns when it was due, or returns null if none is. */
  private @Nullable Long move() throws IOException {
    byte[] now = bytes(Long.toString(System.currentTimeMillis()));
    List<byte[]> due = connection.sync().evalsha(script, ScriptOutputType.MULTI, KEYS, now);
    if (due.isEmpty()) {
      return null;
    }
    channel.basicPublish("", BenchBroker.QUEUE, BenchBroker.PERSISTENT, due.get(0));
    return Long.valueOf(new String(due.get(1), StandardCharsets.US_ASCII));
  }

  @Override
  public void startTimed() {
    loop = new Thread(this::loop, "lua-loop");
    loop.start();
  }

  private void loop() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Long due = move();
        if (due == null) {
          Thread.sleep(IDLE_MILLIS);
        } else {
          late.came(due);
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException | RedisCommandInterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public LatenessHistogram log() {
    return late;
  }

  @Override
  public CompletionStage<?> schedule(List<DueTime> dues) {
    long due = System.currentTimeMillis() + ((DueTime.After) dues.get(0)).delayMillis();
    return producer.async().zadd(SET, (double) due, nextMember());
  }

  @Override
  public void close() {
    if (loop != null) {
      loop.interrupt();
      try {
        loop.join();
      } catch (InterruptedException hurry) {
        Thread.currentThread().interrupt();
      }
    }
    connection.close();
    producer.close();
    client.shutdown();
    try {
      channel.abort();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
