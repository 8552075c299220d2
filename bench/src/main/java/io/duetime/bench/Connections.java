package io.duetime.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Connections that each have one request under way at most, all read by one thread. */
final class Connections implements AutoCloseable {
  private static final int CAPACITY = 4 << 10;

  private final Selector selector = Selector.open();
  private final List<Connection> all = new ArrayList<>();
  private final Predicate<String> isWhole;

  /** One of them. */
  record Connection(int number, SocketChannel channel, ByteBuffer in) {
    void send(String request) {
      in.clear();
      ByteBuffer out = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
      try {
        while (out.hasRemaining()) {
          channel.write(out);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String receive() {
      try {
        if (channel.read(in) < 0) {
          throw new IOException("the server has closed a connection");
        }
        return StandardCharsets.UTF_8.decode(in.duplicate().flip()).toString();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Opens some; the predicate tells whether no more of an answer is to come. */
  Connections(InetSocketAddress server, int count, Predicate<String> isWhole) throws IOException {
    this.isWhole = isWhole;
    for (int i = 0; i < count; i++) {
      SocketChannel channel = SocketChannel.open(server);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      Connection connection = new Connection(i, channel, ByteBuffer.allocate(CAPACITY));
      channel.register(selector, SelectionKey.OP_READ, connection);
      all.add(connection);
    }
  }

  List<Connection> all() {
    return all;
  }

  /** Acts on whole answers until a condition is over. */
  void run(BooleanSupplier condition, BiConsumer<Connection, String> answered) {
    try {
      while (condition.getAsBoolean()) {
        selector.select(
            key -> {
              Connection connection = (Connection) key.attachment();
              String answer = connection.receive();
              if (isWhole.test(answer)) {
                answered.accept(connection, answer);
              }
            },
            100);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    for (Connection connection : all) {
      connection.channel.close();
    }
    selector.close();
  }
}
