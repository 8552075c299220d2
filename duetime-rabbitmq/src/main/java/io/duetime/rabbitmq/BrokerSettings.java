package io.duetime.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.handover.TargetSettings;
import io.duetime.internal.settings.DurationReader;
import io.duetime.internal.time.Threads;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a broker, checked.
 *
 * @param settings all settings; secrets and certificates are read from files at each connection
 * @param uri the address of the broker and its virtual host
 * @param heartbeat how often each side tells that it is alive
 * @param confirmTimeout how long a message may wait for its confirm
 */
record BrokerSettings(
    TargetSettings settings, URI uri, Duration heartbeat, Duration confirmTimeout) {
  private static final Set<String> KEYS =
      Set.of(
          "uri",
          "user",
          "passwordFile",
          "passwordEnv",
          "caFile",
          "trustStoreFile",
          "trustStorePasswordFile",
          "trustStorePasswordEnv",
          "heartbeat",
          "confirmTimeout",
          "connectionName");
  private static final String URIS = "amqp://HOST:PORT/VHOST or amqps://HOST:PORT/VHOST";
  private static final String NO_SECRETS =
      URIS
          + " without user and password, which are the settings user and passwordFile"
          + " (or passwordEnv)";
  private static final int MAX_PORT = 65_535;
  private static final int CONNECT_MILLIS = 10_000;

  static BrokerSettings of(TargetSettings settings) {
    refuseInline(settings, "password");
    refuseInline(settings, "trustStorePassword");
    settings.allow(KEYS);
    BrokerSettings checked =
        new BrokerSettings(
            settings,
            uri(settings.required("uri")),
            length(settings, "heartbeat", "10s", 1, 3_600),
            length(settings, "confirmTimeout", "30s", 1, 600));
    checked.factory();
    return checked;
  }

  private static void refuseInline(TargetSettings settings, String secret) {
    if (settings.optional(secret).isPresent()) {
      throw new InvalidRequestException(
          secret, "***", secret + "File or " + secret + "Env, as secrets are not stored");
    }
  }

  private static Duration length(
      TargetSettings settings, String key, String otherwise, int least, int most) {
    Duration length = DurationReader.parse(key, settings.optional(key).orElse(otherwise));
    String allowed = least + "s to " + most + "s, in whole seconds";
    if (length.toMillis() % 1_000 != 0) {
      throw new InvalidRequestException(key, length, allowed);
    }
    return Limits.within(key, length, Duration.ofSeconds(least), Duration.ofSeconds(most), allowed);
  }

  private static URI uri(String text) {
    String shown = text.replaceAll("//.*@", "//***@");
    if (!shown.equals(text)) {
      throw new InvalidRequestException("uri", shown, NO_SECRETS);
    }
    try {
      URI uri = new URI(text);
      if (isBroker(uri)) {
        return uri;
      }
    } catch (URISyntaxException malformed) {
      throw new InvalidRequestException("uri", text, URIS);
    }
    throw new InvalidRequestException("uri", text, URIS);
  }

  private static boolean isBroker(URI uri) {
    if (uri.getHost() == null) {
      return false;
    }
    boolean scheme = "amqp".equals(uri.getScheme()) || "amqps".equals(uri.getScheme());
    boolean port = uri.getPort() <= MAX_PORT;
    boolean path = uri.getRawPath().lastIndexOf('/') <= 0;
    return scheme && port && path && uri.getRawQuery() == null && uri.getRawFragment() == null;
  }

  String name() {
    return settings.name();
  }

  /** The address without user and password. */
  String address() {
    return uri.toString();
  }

  String connectionName() {
    return settings.optional("connectionName").orElse("duetime " + settings.name());
  }

  boolean isEncrypted() {
    return uri.getScheme().equals("amqps");
  }

  private String virtualHost() {
    String path = uri.getPath();
    return path.length() <= 1 ? ConnectionFactory.DEFAULT_VHOST : path.substring(1);
  }

  /** How to connect, with the secrets and certificates that the files have now. */
  ConnectionFactory factory() {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(uri.getHost());
    factory.setVirtualHost(virtualHost());
    settings.optional("user").ifPresent(factory::setUsername);
    settings.secret("password").ifPresent(factory::setPassword);
    BrokerTls.of(settings, isEncrypted())
        .ifPresent(tls -> {
          factory.useSslProtocol(tls);
          factory.enableHostnameVerification();
        });
    factory.setPort(
        Optional.of(uri.getPort())
            .filter(port -> port > 0)
            .orElse(
                isEncrypted()
                    ? ConnectionFactory.DEFAULT_AMQP_OVER_SSL_PORT
                    : ConnectionFactory.DEFAULT_AMQP_PORT));
    factory.setAutomaticRecoveryEnabled(false);
    factory.setTopologyRecoveryEnabled(false);
    factory.setConnectionTimeout(CONNECT_MILLIS);
    factory.setHandshakeTimeout(CONNECT_MILLIS);
    factory.setChannelRpcTimeout(CONNECT_MILLIS);
    factory.setRequestedHeartbeat((int) heartbeat.toSeconds());
    factory.setExceptionHandler(new QuietExceptions());
    factory.setThreadFactory(Threads.daemons("duetime-rabbitmq-" + settings.name()));
    return factory;
  }
}
