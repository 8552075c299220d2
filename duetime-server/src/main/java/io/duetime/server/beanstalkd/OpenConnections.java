package io.duetime.server.beanstalkd;

import io.duetime.TimeSource.Timer;
import io.duetime.server.access.TokenBook.TokenTable;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections. Closes those whose client has not finished a command, does not read its
 * answers, or has not logged in where the server needs a token. A client that is idle between
 * commands, or waits for a job, may stay. Counts connections before their login by address.
 */
final class OpenConnections {
  private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);
  private static final Duration LOOK = BeanstalkdLimits.LOGIN.dividedBy(4);
  private static final Duration LOG_PAUSE = Duration.ofMinutes(1);

  private final Store store;
  private final BeanstalkdLimits limits;
  private final Set<Connection> open = new HashSet<>();
  private final Map<InetAddress, Integer> beforeLogin = new HashMap<>();
  private @Nullable Timer timer;
  private long webRefusals;
  private @Nullable Long webLoggedNanos;
  private boolean finishing;

  OpenConnections(Store store, BeanstalkdLimits limits) {
    this.store = store;
    this.limits = limits;
  }

  /** Counts a connection that has not logged in; false if its address has too many of them. */
  boolean enter(InetAddress address) {
    int count = beforeLogin.getOrDefault(address, 0);
    if (count >= limits.maxBeforeLogin()) {
      return false;
    }
    beforeLogin.put(address, count + 1);
    return true;
  }

  /** A connection that was counted has logged in, or is closed. */
  void leave(InetAddress address) {
    beforeLogin.computeIfPresent(address, (any, count) -> count == 1 ? null : count - 1);
  }

  /** Notes that a connection was closed because it sent HTTP; logged once a minute at most. */
  void refusedWeb(Object client) {
    webRefusals++;
    long now = nowNanos();
    if (webLoggedNanos == null || now - webLoggedNanos >= LOG_PAUSE.toNanos()) {
      webLoggedNanos = now;
      LOG.warn(
          "A beanstalkd connection of {} is closed because it sent HTTP or TLS, as a web page would;"
              + " {} since the start",
          client,
          webRefusals);
    }
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
    return store.time().nanoTime();
  }

  private void arm() {
    if (timer == null && !open.isEmpty()) {
      timer = store.time().after(LOOK, () -> store.execute(this::look));
    }
  }

  private void look() {
    timer = null;
    long now = nowNanos();
    List<Connection> stalled =
        open.stream().filter(one -> one.hasStalled(now, limits.patience())).toList();
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
