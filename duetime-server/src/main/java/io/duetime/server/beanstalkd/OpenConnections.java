package io.duetime.server.beanstalkd;

import io.duetime.TimeSource;
import io.duetime.TimeSource.Timer;
import io.duetime.server.access.TokenTable;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open connections. Closes those whose client has not finished a command, does not read its
 * answers, or has not logged in where the server needs a token. A client that is idle between
 * commands, or waits for a job, may stay.
 */
final class OpenConnections {
  private static final int LOOKS = 4;

  private final TimeSource time;
  private final Loop loop;
  private final Duration patience;
  private final Set<Connection> open = new HashSet<>();
  private @Nullable Timer timer;
  private boolean finishing;

  OpenConnections(TimeSource time, Loop loop, Duration patience) {
    this.time = time;
    this.loop = loop;
    this.patience = patience;
  }

  void add(Connection connection) {
    open.add(connection);
    arm();
    if (finishing) {
      connection.finish();
    }
  }

  /** Finishes all connections, and those that are still added. */
  void finish() {
    finishing = true;
    List.copyOf(open).forEach(Connection::finish);
  }

  /** Closes all connections without waiting for their clients. */
  void cut() {
    List.copyOf(open).forEach(Connection::cut);
  }

  void remove(Connection connection) {
    open.remove(connection);
  }

  long nowNanos() {
    return time.nanoTime();
  }

  private void arm() {
    if (timer == null && !open.isEmpty()) {
      timer = time.after(patience.dividedBy(LOOKS), () -> loop.execute(this::look));
    }
  }

  private void look() {
    timer = null;
    long now = nowNanos();
    List<Connection> stalled =
        open.stream().filter(one -> one.stalledNanos(now) >= patience.toNanos()).toList();
    stalled.forEach(Connection::abandon);
    arm();
  }

  void closeUnless(TokenTable tokens) {
    List.copyOf(open).forEach(connection -> connection.closeUnless(tokens));
  }

  void close() {
    if (timer != null) {
      timer.cancel();
    }
  }
}
