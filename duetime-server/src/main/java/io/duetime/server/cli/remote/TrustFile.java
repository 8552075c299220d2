package io.duetime.server.cli.remote;

import io.duetime.server.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Reads the certificates of authorities from a PEM file. */
final class TrustFile {
  private TrustFile() {}

  /** A context that trusts only servers with certificates from these authorities. */
  static SSLContext context(String file) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate authority :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("authority-" + trusted.size(), authority);
      }
      TrustManagerFactory managers =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    } catch (IOException | InvalidPathException | GeneralSecurityException unusable) {
      throw new CommandFailure(
          "--ca-file: " + file + " is not a readable file of certificates in PEM");
    }
  }
}
