package io.duetime.server.http.access;

import io.duetime.server.access.Doorkeeper.Login;
import io.duetime.server.access.TokenBook.TokenTable;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers with which logins each open connection was used, and closes it when one of them is no
 * longer valid: its token was revoked, has expired, or may do something else. Thread safe.
 */
final class Visitors {
  /** The time for calls under way to be answered. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Map<HttpConnection, Map<String, Login.Admitted>> logins = new ConcurrentHashMap<>();

  private final Set<HttpConnection> leaving = ConcurrentHashMap.newKeySet();

  /** Whether a connection is being closed, so that its client must not use it again. */
  boolean isLeaving(HttpConnection connection) {
    return leaving.contains(connection);
  }

  /** Adds a login to its connection. */
  void add(HttpConnection connection, Login.Admitted login) {
    logins
        .computeIfAbsent(connection, first -> new ConcurrentHashMap<>(1))
        .putIfAbsent(login.hash(), login);
  }

  /** Forgets a connection that has ended. */
  void forget(HttpConnection connection) {
    logins.remove(connection);
    leaving.remove(connection);
  }

  /** Closes the connections of logins that a table no longer admits. */
  void closeUnless(TokenTable table) {
    logins.forEach((connection, known) -> {
      if (!known.values().stream().allMatch(table::admits) && leaving.add(connection)) {
        // The call that changed the tokens may be one of its own.
        connection.shutdown(GRACE);
      }
    });
  }
}
