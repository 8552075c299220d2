package io.duetime.server.tls;

import io.duetime.InvalidRequestException;
import io.duetime.TimeSource;
import io.duetime.server.json.UnreadableFile;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PEM files of a server.
 *
 * @param certificate its certificate, followed by those of intermediate authorities
 * @param key the private key of the certificate, not encrypted
 * @param clientAuthorities the authorities from which clients need a certificate (mutual TLS); null
 *     if clients need none
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clientAuthorities) {
  private static final byte[] SAMPLE = {1, 2, 3};

  /** The contents of the files at one moment. */
  record Contents(Buffer certificate, Buffer key, @Nullable Buffer clientAuthorities) {}

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
        read("tls-cert", certificate),
        read("tls-key", key),
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
      return ((X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(contents.certificate.getBytes())))
          .getNotAfter()
          .toInstant();
    } catch (CertificateException malformed) {
      throw new InvalidRequestException("tls-cert", certificate, "a certificate in PEM");
    }
  }

  ServerSSLOptions options(Contents contents) {
    PemKeyCertOptions own =
        new PemKeyCertOptions().setCertValue(contents.certificate).setKeyValue(contents.key);
    checkKey(own);
    ServerSSLOptions options = new ServerSSLOptions().setKeyCertOptions(own);
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

  private void checkKey(PemKeyCertOptions own) {
    try {
      // Only options that name files need a Vertx.
      checkPair((X509KeyManager) own.getKeyManagerFactory(null).getKeyManagers()[0]);
    } catch (Exception unusable) {
      throw new InvalidRequestException(
          "tls-key",
          key,
          "the private key, in PEM without a password, of the certificate in " + certificate);
    }
  }

  /** A key store takes any key of the certificate's algorithm; a handshake would then fail. */
  private static void checkPair(X509KeyManager keys) throws GeneralSecurityException {
    String alias =
        Stream.of("EC", "RSA")
            .map(algorithm -> keys.getServerAliases(algorithm, null))
            .filter(aliases -> aliases != null && aliases.length > 0)
            .findFirst()
            .orElseThrow(() -> new GeneralSecurityException("neither an EC nor an RSA key"))[0];
    PrivateKey key = keys.getPrivateKey(alias);
    Signature signature =
        Signature.getInstance(
            key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
    signature.initSign(key);
    signature.update(SAMPLE);
    byte[] signed = signature.sign();
    signature.initVerify(keys.getCertificateChain(alias)[0].getPublicKey());
    signature.update(SAMPLE);
    if (!signature.verify(signed)) {
      throw new GeneralSecurityException("the key is not that of the certificate");
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

  /**
   * Looks every ten seconds whether the files have changed, and gives new options to the server.
   * New connections use the new certificate; open ones keep theirs. Files that cannot be used
   * change nothing. Thread safe.
   */
  public static final class TlsReloader implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(TlsReloader.class);

    /** A renewal that works comes earlier: usual ones happen 30 days before the end. */
    private static final Duration WARNED_BEFORE = Duration.ofDays(14);

    private final String port;
    private final TlsFiles files;
    private final TimeSource time;
    private final Function<ServerSSLOptions, Future<Boolean>> server;
    private TlsFiles.Contents tried;
    private Instant validUntil;
    private String failure = "";
    private TimeSource.@Nullable Timer timer;
    private boolean closed;

    /**
     * Reads the files.
     *
     * @param port the name of the port in the log
     * @param server takes new options, as {@code HttpServer.updateSSLOptions}
     */
    public TlsReloader(
        String port,
        TlsFiles files,
        TimeSource time,
        Function<ServerSSLOptions, Future<Boolean>> server) {
      this.port = port;
      this.files = files;
      this.time = time;
      this.server = server;
      this.tried = files.contents();
      this.validUntil = files.validUntil(tried);
      warnOfExpiry();
    }

    /** Until when the certificate is valid that new connections use. */
    public synchronized Instant validUntil() {
      return validUntil;
    }

    private void warnOfExpiry() {
      Instant now = time.instant();
      if (validUntil.isBefore(now)) {
        LOG.warn("The certificate of the {} port has expired at {}", port, validUntil);
      } else if (validUntil.isBefore(now.plus(WARNED_BEFORE))) {
        LOG.warn("The certificate of the {} port expires at {}", port, validUntil);
      }
    }

    /** Begins to look. */
    public synchronized void start() {
      if (!closed) {
        timer = time.after(PAUSE, this::lookAgain);
      }
    }

    private void lookAgain() {
      try {
        look();
      } finally {
        start();
      }
    }

    /** Looks at the files once. */
    public synchronized void look() {
      try {
        TlsFiles.Contents now = files.contents();
        if (!now.equals(tried)) {
          tried = now;
          Instant until = files.validUntil(now);
          server.apply(files.options(now)).onSuccess(used -> used(until)).onFailure(this::refused);
        }
        failure = "";
      } catch (InvalidRequestException unusable) {
        report(String.valueOf(unusable.getMessage()));
      }
    }

    private synchronized void used(Instant until) {
      validUntil = until;
      LOG.info("New connections to the {} port use the changed certificate", port);
      warnOfExpiry();
    }

    /** Reports files that cannot be read once, not at each look. */
    private void report(String unusable) {
      if (!unusable.equals(failure)) {
        LOG.warn("The certificate of the {} port stays as it is: {}", port, unusable);
      }
      failure = unusable;
    }

    private void refused(Throwable cause) {
      LOG.warn(
          "The certificate of the {} port stays as it is: {} cannot be used", port, files, cause);
    }

    @Override
    public synchronized void close() {
      closed = true;
      if (timer != null) {
        timer.cancel();
      }
    }
  }
}
