package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.engine.Engine;
import io.duetime.server.BeanstalkdAddress.Place;
import io.duetime.server.access.Authenticator;
import io.duetime.server.access.Authenticator.TrustedProxies;
import io.duetime.server.access.OpenId;
import io.duetime.server.access.RefusedLogins;
import io.duetime.server.access.Token;
import io.duetime.server.access.TokenBook;
import io.duetime.server.access.TokenBook.TokenFile;
import io.duetime.server.access.TokenStore;
import io.duetime.server.connection.ConnectionPlan;
import io.duetime.server.connection.ConnectionPlan.Means;
import io.duetime.server.document.DeclaredFile;
import io.duetime.server.metrics.ServerMetrics;
import io.duetime.server.tls.TlsFiles;
import io.duetime.server.tls.TlsFiles.TlsReloader;
import io.vertx.core.Future;
import io.vertx.core.net.ServerSSLOptions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every port of a server shares: who is admitted, the connections, and the certificate. Thread
 * safe.
 */
final class ServerAccess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerAccess.class);

  private final ServerSettings settings;
  private final TimeSource time;
  private final Authenticator authenticator;
  private final RefusedLogins refused;
  private final ConnectionPlan connections;
  private final List<TlsReloader> reloaders = new ArrayList<>();

  private ServerAccess(
      ServerSettings settings, TimeSource time, TokenBook tokens, RefusedLogins refused) {
    this.settings = settings;
    this.time = time;
    this.authenticator =
        new Authenticator(
            tokens,
            settings.get(Setting.ALLOW_NETWORK_WITHOUT_TOKENS),
            proxies(settings),
            time::nanoTime,
            refused::add);
    this.refused = refused;
    this.connections =
        ConnectionPlan.of(
            Means.ofProcess(),
            settings.get(Setting.BEANSTALKD).isEmpty()
                ? 0
                : settings.get(Setting.BEANSTALKD_MAX_CONNECTIONS));
  }

  /** Reads the tokens and watches them; refuses to open the network without any. */
  static ServerAccess open(
      Engine engine, ServerSettings settings, TimeSource time, ServerMetrics metrics) {
    DeclaredFile<List<Token>> declared =
        settings
            .find(Setting.TOKENS_FILE)
            .map(TokenFile::of)
            .orElseGet(() -> DeclaredFile.none(List.of()));
    TokenBook tokens =
        new TokenBook(new TokenStore(engine, new SecureRandom()), declared, openId(settings));
    ServerAccess access =
        new ServerAccess(
            settings, time, tokens, new RefusedLogins(time, engine, metrics::loginRefused));
    tokens.watch(time);
    try {
      access.check("http", settings.get(Setting.HTTP), settings.tls().isPresent());
      settings.get(Setting.BEANSTALKD).forEach(asked -> access.check(asked.place()));
    } catch (RuntimeException refused) {
      access.close();
      throw refused;
    }
    return access;
  }

  private static @Nullable OpenId openId(ServerSettings settings) {
    return settings
        .find(Setting.OIDC_ISSUER)
        .map(issuer ->
            new OpenId(
                new OpenId.Client(
                    issuer,
                    settings.get(Setting.OIDC_CLIENT_ID),
                    settings.find(Setting.OIDC_CLIENT_SECRET_FILE).orElse(null),
                    settings.get(Setting.OIDC_SCOPES)),
                settings.get(Setting.OIDC_GROUPS_CLAIM),
                OpenId.groupsOf(settings.get(Setting.OIDC_GRANTS)),
                proxies(settings)))
        .orElse(null);
  }

  private static TrustedProxies proxies(ServerSettings settings) {
    return new TrustedProxies(settings.find(Setting.TRUSTED_PROXIES).orElseGet(List::of));
  }

  /** The file of a Unix socket has an owner, and only this machine has it. */
  private void check(Place place) {
    if (place instanceof Place.Port port) {
      check("beanstalkd", port.address(), settings.encryptsBeanstalkd());
    }
  }

  private void check(String field, HostPort port, boolean isEncrypted) {
    if (port.address(field).getAddress().isLoopbackAddress()) {
      return;
    }
    if (!settings.get(Setting.ALLOW_NETWORK_WITHOUT_TOKENS)
        && !authenticator.book().table().isRequired()) {
      throw new InvalidRequestException(
          field,
          port,
          "a loopback address while there is no token; make the first one with 'duetime token "
              + "create root --grant admin --store URI', or start with "
              + "--allow-network-without-tokens");
    }
    if (!isEncrypted) {
      LOG.warn("{} is not encrypted: the network sees tokens and payloads (see --tls-cert)", port);
    }
  }

  Authenticator authenticator() {
    return authenticator;
  }

  /** How many connections each port takes. */
  ConnectionPlan connections() {
    return connections;
  }

  @Nullable ServerSSLOptions tls() {
    return settings.tls().map(TlsFiles::options).orElse(null);
  }

  /** Gives changed certificates to the server of a port. */
  synchronized void reloadInto(String port, Function<ServerSSLOptions, Future<Boolean>> server) {
    settings
        .tls()
        .ifPresent(files -> {
          TlsReloader reloader = new TlsReloader(port, files, time, server);
          reloaders.add(reloader);
          reloader.start();
        });
  }

  /** When the certificate ends, in seconds since 1970; not a number without one. */
  synchronized double certificateEnd() {
    return reloaders.stream()
        .mapToDouble(reloader -> reloader.validUntil().getEpochSecond())
        .min()
        .orElse(Double.NaN);
  }

  /** Looks at tokens and certificates now, not only when it is time. */
  synchronized void lookNow() {
    authenticator.book().lookNow();
    reloaders.forEach(TlsReloader::look);
  }

  @Override
  public synchronized void close() {
    authenticator.book().close();
    refused.close();
    reloaders.forEach(TlsReloader::close);
  }
}
