package io.duetime.client.internal.http;

import io.duetime.InvalidRequestException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Creates TLS contexts that trust the authorities of a PEM file and no others. */
final class TrustedAuthorities {
  private TrustedAuthorities() {}

  static SSLContext of(Path pem) {
    try (InputStream in = Files.newInputStream(pem)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (all.isEmpty()) {
        throw unreadable(pem, "empty");
      }
      int number = 0;
      for (Certificate one : all) {
        store.setCertificateEntry("authority-" + number++, one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException broken) {
      throw unreadable(pem, String.valueOf(broken.getMessage()));
    }
  }

  private static InvalidRequestException unreadable(Path pem, String why) {
    return new InvalidRequestException(
        "ca", pem, "a file with certificates in PEM; it could not be used: " + why);
  }
}
