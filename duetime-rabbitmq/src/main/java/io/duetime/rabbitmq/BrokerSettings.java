package io.duetime.rabbitmq;

import com.rabbitmq.client.ConnectionFactory;
import io.duetime.InvalidRequestException;
import io.duetime.handover.TargetSettings;
import io.duetime.rabbitmq.BrokerLink.QuietExceptions;
import io.duetime.time.Threads;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

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
  private static final String CA = "caFile";
  private static final String STORE = "trustStoreFile";

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
    settings.refuseInline("password", "trustStorePassword");
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

  private static Duration length(
      TargetSettings settings, String key, String otherwise, int least, int most) {
    String allowed = least + "s to " + most + "s, in whole seconds";
    Duration length =
        settings.duration(
            key, otherwise, Duration.ofSeconds(least), Duration.ofSeconds(most), allowed);
    if (length.toMillis() % 1_000 != 0) {
      throw new InvalidRequestException(key, length, allowed);
    }
    return length;
  }

  private static URI uri(String text) {
    String shown = text.replaceAll("//.*@", "//***@");
    if (!shown.equals(text)) {
      throw new InvalidRequestException("uri", shown, NO_SECRETS);
    }
    try {
      return Optional.of(new URI(text))
          .filter(BrokerSettings::isBroker)
          .orElseThrow(() -> new InvalidRequestException("uri", text, URIS));
    } catch (URISyntaxException malformed) {
      throw new InvalidRequestException("uri", text, URIS);
    }
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
    tls(settings, isEncrypted())
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

  /** The context of encrypted connections; empty if they are not encrypted. */
  private static Optional<SSLContext> tls(TargetSettings settings, boolean encrypted) {
    refuseUnused(settings, encrypted, CA);
    refuseUnused(settings, encrypted, STORE);
    return encrypted ? Optional.of(context(trusted(settings))) : Optional.empty();
  }

  private static void refuseUnused(TargetSettings settings, boolean encrypted, String key) {
    boolean both = settings.optional(CA).isPresent() && settings.optional(STORE).isPresent();
    settings
        .optional(key)
        .filter(file -> !encrypted || both)
        .ifPresent(file -> {
          throw new InvalidRequestException(
              key, file, "one of " + CA + " and " + STORE + ", with a uri that begins with amqps");
        });
  }

  private static @Nullable KeyStore trusted(TargetSettings settings) {
    Optional<Path> file = settings.file(CA, TargetSettings.MAX_CERTIFICATE_BYTES);
    if (file.isPresent()) {
      return read(settings, CA, file.get(), BrokerSettings::certificates);
    }
    char @Nullable [] password =
        settings.secret("trustStorePassword").map(String::toCharArray).orElse(null);
    return settings
        .file(STORE, TargetSettings.MAX_CERTIFICATE_BYTES)
        .map(path ->
            read(settings, STORE, path, in -> KeyStore.getInstance(path.toFile(), password)))
        .orElse(null);
  }

  private interface Reader {
    KeyStore read(InputStream in) throws GeneralSecurityException, IOException;
  }

  private static KeyStore read(TargetSettings settings, String field, Path path, Reader reader) {
    try (InputStream in = Files.newInputStream(path)) {
      return reader.read(in);
    } catch (IOException | GeneralSecurityException unreadable) {
      throw settings.unusable(field, "a file with certificates that can be read", unreadable);
    }
  }

  private static KeyStore certificates(InputStream in)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    int count = 0;
    for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
      store.setCertificateEntry("ca" + count++, each);
    }
    if (count == 0) {
      throw new IOException("it has no certificate");
    }
    return store;
  }

  private static SSLContext context(@Nullable KeyStore trusted) {
    try {
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("every JVM has TLS", missing);
    }
  }
}
