package io.duetime.server;

import io.duetime.TimeSource;
import io.duetime.internal.client.StoreClient;
import io.duetime.server.access.Doorkeeper;
import io.duetime.server.access.Login;
import io.duetime.server.beanstalkd.BeanstalkdFront;
import io.duetime.server.http.ListenFailure;
import io.duetime.server.metrics.ServerMetrics;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The beanstalkd protocol where it listens.
 *
 * @param front listens
 * @param address where
 */
record BeanstalkdListener(BeanstalkdFront front, InetSocketAddress address) {
  /**
   * Listens where the settings say. The default port may belong to another program: then the server
   * runs without the protocol. Any other address must be free.
   *
   * @return null if nothing listens
   */
  static @Nullable BeanstalkdListener open(
      ServerSettings settings,
      StoreClient store,
      Doorkeeper doorkeeper,
      TimeSource time,
      ServerMetrics metrics) {
    Optional<HostPort> asked = settings.beanstalkd();
    if (asked.isEmpty()) {
      return null;
    }
    BeanstalkdFront front =
        new BeanstalkdFront(
            new BeanstalkdFront.Parts(
                store,
                time,
                new SecureRandom(),
                DuetimeServer.version(),
                address -> doorkeeper.login(address, null) instanceof Login.Admitted),
            settings.beanstalkdLimits(),
            metrics.connections("beanstalkd"));
    doorkeeper
        .book()
        .listen(tokens -> {
          if (tokens.isRequired()) {
            front.closeConnections();
          }
        });
    try {
      return new BeanstalkdListener(front, front.listen(asked.get().loopback("beanstalkd")));
    } catch (ListenFailure taken) {
      front.close();
      if (!asked.get().equals(ServerSettings.DEFAULT_BEANSTALKD)) {
        throw taken;
      }
      return null;
    }
  }
}
