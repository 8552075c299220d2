package io.duetime.bench.server;

import io.duetime.bench.load.LatenessHistogram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Connections that each wait for a job by long polling, all read by one thread. */
final class WaitingClaimers implements AutoCloseable {
  private static final Pattern JOB =
      Pattern.compile("\"id\":\"([^\"]*)\".*?\"dueAt\":\"([^\"]*)\"");
  private static final String CLAIM = "{\"max\":1,\"lease\":\"10m\",\"wait\":\"5m\"}";
  private static final int ROOM = 4 << 10;

  private final Selector selector = Selector.open();
  private final List<SocketChannel> channels = new ArrayList<>();
  private final LatenessHistogram log;
  private final Set<String> came = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private final AtomicInteger twice = new AtomicInteger();
  private volatile boolean closed;

  private record Waiter(SocketChannel channel, String queue, ByteBuffer in) {
    void claim() throws IOException {
      in.clear();
      String call =
          "POST /v1/queues/%s/claim HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(queue, CLAIM.length(), CLAIM);
      ByteBuffer out = ByteBuffer.wrap(call.getBytes(StandardCharsets.US_ASCII));
      while (out.hasRemaining()) {
        channel.write(out);
      }
    }
  }

  /** Opens connections that wait for the jobs of some queues, which are named q0, q1 and so on. */
  WaitingClaimers(URI server, int connections, int queues, LatenessHistogram log)
      throws IOException {
    this.log = log;
    for (int i = 0; i < connections; i++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      Waiter waiter = new Waiter(channel, "q" + i % queues, ByteBuffer.allocate(ROOM));
      channel.register(selector, SelectionKey.OP_READ, waiter);
      channels.add(channel);
      waiter.claim();
    }
    thread = new Thread(this::readAll, "waiters");
    thread.start();
  }

  /** How many jobs came to two. */
  int twice() {
    return twice.get();
  }

  private void readAll() {
    try {
      while (!closed) {
        selector.select(key -> read((Waiter) key.attachment()), 100);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void read(Waiter waiter) {
    try {
      if (waiter.channel.read(waiter.in) < 0) {
        throw new IOException("the server has closed a connection");
      }
      String answer = StandardCharsets.UTF_8.decode(waiter.in.duplicate().flip()).toString();
      if (isWhole(answer)) {
        note(answer);
        waiter.claim();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static boolean isWhole(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    return end > 0 && answer.endsWith("}") && braces(answer.substring(end)) == 0;
  }

  private static long braces(String json) {
    return json.chars().filter(c -> c == '{').count() - json.chars().filter(c -> c == '}').count();
  }

  private void note(String answer) {
    Matcher job = JOB.matcher(answer);
    while (job.find()) {
      log.came(Instant.parse(job.group(2)).toEpochMilli());
      if (!came.add(job.group(1))) {
        twice.incrementAndGet();
      }
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
    for (SocketChannel channel : channels) {
      channel.close();
    }
    selector.close();
  }
}
