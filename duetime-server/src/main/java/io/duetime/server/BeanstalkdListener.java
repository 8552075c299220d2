package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.internal.client.StoreClient;
import io.duetime.server.BeanstalkdAddress.Place;
import io.duetime.server.beanstalkd.BeanstalkdFront;
import io.duetime.server.beanstalkd.BeanstalkdLimits;
import io.duetime.server.http.ListenFailure;
import io.duetime.server.metrics.ServerMetrics;
import io.vertx.core.net.ServerSSLOptions;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The beanstalkd protocol where it listens.
 *
 * @param front listens
 * @param addresses where, with the ports that were chosen for 0
 */
record BeanstalkdListener(BeanstalkdFront front, List<BeanstalkdAddress> addresses) {
  /**
   * Listens where the settings say. The default port may belong to another program: then the server
   * runs without the protocol. Any other address must be free.
   *
   * @return null if nothing listens
   */
  static @Nullable BeanstalkdListener open(
      ServerSettings settings,
      StoreClient store,
      ServerAccess access,
      TimeSource time,
      ServerMetrics metrics) {
    if (settings.get(Setting.BEANSTALKD).isEmpty()) {
      return null;
    }
    BeanstalkdFront front =
        new BeanstalkdFront(
            new BeanstalkdFront.Parts(
                store, access.doorkeeper(), time, new SecureRandom(), DuetimeServer.version()),
            BeanstalkdLimits.DEFAULT.with(
                Math.min(
                    settings.get(Setting.BEANSTALKD_MAX_JOB_SIZE),
                    settings.get(Setting.MAX_PAYLOAD)),
                access.connections().beanstalkd(),
                settings.get(Setting.BEANSTALKD_TUBE_RETENTION)),
            metrics.connections("beanstalkd"));
    try {
      return new BeanstalkdListener(front, listen(front, settings, access));
    } catch (ListenFailure taken) {
      front.close();
      if (!Setting.BEANSTALKD.byDefault().equals(settings.find(Setting.BEANSTALKD))) {
        throw taken;
      }
      return null;
    } catch (RuntimeException refused) {
      front.close();
      throw refused;
    }
  }

  private static List<BeanstalkdAddress> listen(
      BeanstalkdFront front, ServerSettings settings, ServerAccess access) {
    ServerSSLOptions tls = settings.encryptsBeanstalkd() ? access.tls() : null;
    List<BeanstalkdAddress> addresses = new ArrayList<>();
    for (BeanstalkdAddress asked : settings.get(Setting.BEANSTALKD)) {
      requireToken(asked, access);
      addresses.add(listen(front, asked, tls));
    }
    if (tls != null) {
      access.reloadInto("beanstalkd", front::use);
    }
    return addresses;
  }

  private static BeanstalkdAddress listen(
      BeanstalkdFront front, BeanstalkdAddress asked, @Nullable ServerSSLOptions tls) {
    String token = asked.token();
    if (asked.place() instanceof Place.Socket socket) {
      front.listen(socket.file(), token);
      return asked;
    }
    HostPort address = ((Place.Port) asked.place()).address();
    InetSocketAddress listens = front.listen(address.address("beanstalkd"), token, tls);
    return new BeanstalkdAddress(new HostPort(listens.getHostString(), listens.getPort()), token);
  }

  private static void requireToken(BeanstalkdAddress asked, ServerAccess access) {
    String token = asked.token();
    if (token != null && access.doorkeeper().book().table().named(token).isEmpty()) {
      throw new InvalidRequestException(
          "beanstalkd",
          asked,
          "the name of a token; make it with 'duetime token create " + token + " --grant …'");
    }
  }
}
