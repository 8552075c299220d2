package io.duetime.rabbitmq;

import io.duetime.InvalidRequestException;
import io.duetime.handover.TargetSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Reads which certificates of brokers are trusted: those of the JVM, or those of a file. */
final class BrokerTls {
  private static final String CA = "caFile";
  private static final String STORE = "trustStoreFile";

  private BrokerTls() {}

  /** The context of encrypted connections; empty if they are not encrypted. */
  static Optional<SSLContext> of(TargetSettings settings, boolean encrypted) {
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
      return read(settings, CA, file.get(), BrokerTls::certificates);
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
