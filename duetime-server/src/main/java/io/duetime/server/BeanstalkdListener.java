package io.duetime.server;

import io.duetime.TimeSource;
import io.duetime.internal.client.StoreClient;
import io.duetime.server.beanstalkd.BeanstalkdFront;
import io.duetime.server.http.ListenFailure;
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
      ServerSettings settings, StoreClient store, TimeSource time, String version) {
    Optional<HostPort> asked = settings.beanstalkd();
    if (asked.isEmpty()) {
      return null;
    }
    BeanstalkdFront front =
        new BeanstalkdFront(
            new BeanstalkdFront.Parts(store, time, new SecureRandom(), version),
            settings.beanstalkdLimits());
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
