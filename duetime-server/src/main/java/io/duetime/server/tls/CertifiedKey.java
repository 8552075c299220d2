package io.duetime.server.tls;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509KeyManager;

/**
 * A certificate with its private key.
 *
 * @param certificate in PEM, followed by those of intermediate authorities
 * @param key in PEM, not encrypted
 */
public record CertifiedKey(Buffer certificate, Buffer key) {
  private static final byte[] SAMPLE = {1, 2, 3};

  /** Until when the certificate is valid. */
  Instant validUntil() throws CertificateException {
    return ((X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(certificate.getBytes())))
        .getNotAfter()
        .toInstant();
  }

  PemKeyCertOptions options() {
    return new PemKeyCertOptions().setCertValue(certificate).setKeyValue(key);
  }

  /**
   * The managers of the key, for a TLS context.
   *
   * @throws GeneralSecurityException if certificate or key is malformed, or they do not belong
   *     together
   */
  public KeyManagerFactory managers() throws GeneralSecurityException {
    try {
      // Only options that name files need a Vertx.
      KeyManagerFactory managers = options().getKeyManagerFactory(null);
      check((X509KeyManager) managers.getKeyManagers()[0]);
      return managers;
    } catch (GeneralSecurityException unusable) {
      throw unusable;
    } catch (Exception malformed) {
      throw new GeneralSecurityException("malformed certificate or key", malformed);
    }
  }

  /** A key store takes any key of the certificate's algorithm; a handshake would then fail. */
  private static void check(X509KeyManager keys) throws GeneralSecurityException {
    String alias =
        Stream.of("EC", "RSA")
            .map(algorithm -> keys.getServerAliases(algorithm, null))
            .filter(aliases -> aliases != null && aliases.length > 0)
            .findFirst()
            .orElseThrow(() -> new GeneralSecurityException("neither an EC nor an RSA key"))[0];
    if (!isPair(keys.getCertificateChain(alias)[0], keys.getPrivateKey(alias))) {
      throw new GeneralSecurityException("the key is not that of the certificate");
    }
  }

  private static boolean isPair(X509Certificate certificate, PrivateKey key)
      throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance(
            key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
    signature.initSign(key);
    signature.update(SAMPLE);
    byte[] signed = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    signature.update(SAMPLE);
    return signature.verify(signed);
  }
}
