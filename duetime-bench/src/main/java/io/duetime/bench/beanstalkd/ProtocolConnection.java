package io.duetime.bench.beanstalkd;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A connection that has one command under way at most. */
final class ProtocolConnection {
  private static final int BODY = 100;
  private static final String PUT = "put 1000 0 600 " + BODY + "\r\n" + "x".repeat(BODY) + "\r\n";
  private static final int ROOM = 1_024;

  private final SocketChannel channel;
  private final ByteBuffer in = ByteBuffer.allocate(ROOM);

  ProtocolConnection(InetSocketAddress server) throws IOException {
    channel = SocketChannel.open(server);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
  }

  SocketChannel channel() {
    return channel;
  }

  void put() throws IOException {
    send(PUT);
  }

  void reserve() throws IOException {
    send("reserve\r\n");
  }

  void delete(String id) throws IOException {
    send("delete " + id + "\r\n");
  }

  private void send(String command) throws IOException {
    in.clear();
    ByteBuffer out = ByteBuffer.wrap(command.getBytes(StandardCharsets.US_ASCII));
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /** Reads what has arrived; returns the line of a whole answer, or an empty text before. */
  String receive() throws IOException {
    if (channel.read(in) < 0) {
      throw new IOException("the server has closed a connection");
    }
    String all = new String(in.array(), 0, in.position(), StandardCharsets.US_ASCII);
    int end = all.indexOf('\n');
    if (end < 0) {
      return "";
    }
    String line = all.substring(0, end - 1);
    boolean whole = !line.startsWith("RESERVED ") || all.length() == end + 1 + BODY + 2;
    return whole ? line : "";
  }

  void close() throws IOException {
    channel.close();
  }
}
