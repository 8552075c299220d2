package io.duetime.server.tls;

import io.duetime.InvalidRequestException;
import io.duetime.server.json.UnreadableFile;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.stream.Stream;
import javax.net.ssl.SSLServerSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The PEM files of a server.
 *
 * @param certificate its certificate, followed by those of intermediate authorities
 * @param key the private key of the certificate, not encrypted
 * @param clientAuthorities the authorities from which clients need a certificate (mutual TLS); null
 *     if clients need none
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientAuthorities) {
  /** The contents of the files at one moment. */
  record Contents(CertifiedKey own, @Nullable Buffer clientAuthorities) {}

  /**
   * Reads the files into options that the servers of all protocols take.
   *
   * @throws InvalidRequestException if a file cannot be used, or the key is not that of the
   *     certificate
   */
  public ServerSSLOptions options() {
    return options(contents());
  }

  Contents contents() {
    return new Contents(
        new CertifiedKey(read("tls-cert", certificate), read("tls-key", key)),
        clientAuthorities == null ? null : read("tls-client-ca", clientAuthorities));
  }

  private static Buffer read(String field, Path file) {
    try {
      return Buffer.buffer(Files.readAllBytes(file));
    } catch (IOException unreadable) {
      throw UnreadableFile.of(field, file, "a PEM file", unreadable);
    }
  }

  /** Until when the certificate is valid. */
  Instant validUntil(Contents contents) {
    try {
      return contents.own.validUntil();
    } catch (CertificateException malformed) {
      throw new InvalidRequestException("tls-cert", certificate, "a certificate in PEM");
    }
  }

  ServerSSLOptions options(Contents contents) {
    checkKey(contents.own);
    ServerSSLOptions options = new ServerSSLOptions().setKeyCertOptions(contents.own.options());
    suitesWithoutCbc().forEach(options::addEnabledCipherSuite);
    Buffer authorities = contents.clientAuthorities;
    if (authorities != null) {
      checkAuthorities(authorities);
      options
          .setClientAuth(ClientAuth.REQUIRED)
          .setTrustOptions(new PemTrustOptions().addCertValue(authorities));
    }
    return options;
  }

  private static Stream<String> suitesWithoutCbc() {
    return Stream.of(
            ((SSLServerSocketFactory) SSLServerSocketFactory.getDefault()).getDefaultCipherSuites())
        .filter(suite -> !suite.contains("_CBC_"));
  }

  private void checkKey(CertifiedKey own) {
    try {
      own.managers();
    } catch (GeneralSecurityException unusable) {
      throw new InvalidRequestException(
          "tls-key",
          key,
          "the private key, in PEM without a password, of the certificate in " + certificate);
    }
  }

  private void checkAuthorities(Buffer authorities) {
    boolean isEmpty;
    try {
      isEmpty =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(authorities.getBytes()))
              .isEmpty();
    } catch (CertificateException malformed) {
      isEmpty = true;
    }
    if (isEmpty) {
      throw new InvalidRequestException(
          "tls-client-ca", clientAuthorities, "a file with certificates in PEM");
    }
  }
}
