package io.duetime.bench.beanstalkd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;

/** Puts jobs, and reserves and deletes them, over some connections from one thread. */
final class ProtocolLoad implements AutoCloseable {
  private final Selector selector = Selector.open();
  private final List<ProtocolConnection> connections = new ArrayList<>();
  private int toBegin;
  private int toEnd;

  ProtocolLoad(InetSocketAddress server, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      ProtocolConnection connection = new ProtocolConnection(server);
      connection.channel().register(selector, SelectionKey.OP_READ, connection);
      connections.add(connection);
    }
  }

  /** Puts so many jobs, and returns how many a second. */
  double put(int jobs) throws IOException {
    return run(
        jobs,
        ProtocolConnection::put,
        (connection, answer) -> {
          require(answer, "INSERTED ");
          return true;
        });
  }

  /** Reserves and deletes so many jobs, and returns how many a second. */
  double work(int jobs) throws IOException {
    return run(
        jobs,
        ProtocolConnection::reserve,
        (connection, answer) -> {
          if (answer.equals("DELETED")) {
            return true;
          }
          require(answer, "RESERVED ");
          connection.delete(answer.split(" ", -1)[1]);
          return false;
        });
  }

  private static void require(String answer, String begin) throws IOException {
    if (!answer.startsWith(begin)) {
      throw new IOException("the server has answered " + answer);
    }
  }

  private interface First {
    void send(ProtocolConnection connection) throws IOException;
  }

  private interface Next {
    /** Acts on an answer; returns whether the job is done. */
    boolean answered(ProtocolConnection connection, String answer) throws IOException;
  }

  private double run(int jobs, First first, Next next) throws IOException {
    toBegin = jobs;
    toEnd = jobs;
    long begun = System.nanoTime();
    for (ProtocolConnection connection : connections) {
      begin(connection, first);
    }
    while (toEnd > 0) {
      selector.select(key -> receive((ProtocolConnection) key.attachment(), first, next));
    }
    return jobs * 1e9 / (System.nanoTime() - begun);
  }

  private void begin(ProtocolConnection connection, First first) throws IOException {
    if (toBegin > 0) {
      toBegin--;
      first.send(connection);
    }
  }

  private void receive(ProtocolConnection connection, First first, Next next) {
    try {
      String answer = connection.receive();
      if (!answer.isEmpty() && next.answered(connection, answer)) {
        toEnd--;
        begin(connection, first);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() throws IOException {
    for (ProtocolConnection connection : connections) {
      connection.close();
    }
    selector.close();
  }
}
