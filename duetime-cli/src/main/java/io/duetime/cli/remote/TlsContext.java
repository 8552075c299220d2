package io.duetime.cli.remote;

import io.duetime.cli.terminal.CommandFailure;
import io.duetime.server.tls.CertifiedKey;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Creates TLS contexts from PEM files. */
final class TlsContext {
  private TlsContext() {}

  /**
   * Creates a context.
   *
   * @param authorities the file of the authorities to trust; null for those of Java
   * @param certificate the file of the command's own certificate; null for none
   * @param key the file of the certificate's private key; null for none
   */
  static SSLContext of(@Nullable Path authorities, @Nullable Path certificate, @Nullable Path key) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          certificate == null || key == null ? null : own(certificate, key),
          authorities == null ? null : trusted(authorities),
          null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Java has no TLS", impossible);
    }
  }

  private static TrustManager[] trusted(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate authority :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("authority-" + trusted.size(), authority);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      return managers.getTrustManagers();
    } catch (IOException | GeneralSecurityException unusable) {
      throw new CommandFailure(
          "--ca-file: " + file + " is not a readable file of certificates in PEM");
    }
  }

  private static KeyManager[] own(Path certificate, Path key) {
    try {
      return new CertifiedKey(read(certificate), read(key)).managers().getKeyManagers();
    } catch (IOException | GeneralSecurityException unusable) {
      throw new CommandFailure(
          "--key-file: %s is not the readable private key, in PEM without a password, of %s"
              .formatted(key, certificate));
    }
  }

  private static Buffer read(Path file) throws IOException {
    return Buffer.buffer(Files.readAllBytes(file));
  }
}
