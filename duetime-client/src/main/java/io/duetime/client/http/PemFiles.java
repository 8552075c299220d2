package io.duetime.client.http;

import io.duetime.InvalidRequestException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The files of a TLS client, all in PEM.
 *
 * @param authorities those to trust, and no others; null for those of the JVM
 * @param certificate the client's own, followed by those of intermediate authorities; null for none
 * @param key the private key of the certificate, without a password: PKCS #8, PKCS #1 or SEC 1
 */
public record PemFiles(@Nullable Path authorities, @Nullable Path certificate, @Nullable Path key) {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN (?:(RSA|EC) )?PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END ");
  private static final byte[] VERSION_0 = {2, 1, 0};
  private static final byte[] SAMPLE = {1, 2, 3};
  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final char[] NO_PASSWORD = {};

  /** Checks that a certificate comes with its key. */
  public PemFiles {
    if ((certificate == null) != (key == null)) {
      throw new InvalidRequestException(
          certificate == null ? "cert" : "key", null, "cert and key: give both or neither");
    }
  }

  /** Reads the files. */
  SSLContext context() {
    TrustManager[] trusted = authorities == null ? null : trusted(authorities);
    KeyManager[] own = certificate == null || key == null ? null : own(certificate, key);
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own, trusted, null);
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Java has no TLS", impossible);
    }
  }

  private static TrustManager[] trusted(Path pem) {
    try {
      KeyStore store = emptyStore();
      for (Certificate one : certificates(pem)) {
        store.setCertificateEntry("authority-" + store.size(), one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      return trust.getTrustManagers();
    } catch (IOException | GeneralSecurityException broken) {
      throw unusable("ca", pem, "a file with certificates in PEM", broken);
    }
  }

  private static KeyManager[] own(Path certificate, Path key) {
    try {
      Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
      KeyStore store = emptyStore();
      store.setKeyEntry("own", privateKey(key, chain[0]), NO_PASSWORD, chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, NO_PASSWORD);
      return keys.getKeyManagers();
    } catch (IOException | GeneralSecurityException | IllegalArgumentException broken) {
      throw unusable(
          "key", key, "the private key, in PEM without a password, of " + certificate, broken);
    }
  }

  private static InvalidRequestException unusable(
      String field, Path file, String allowed, Exception why) {
    return new InvalidRequestException(
        field, file, allowed + "; it could not be used: " + why.getMessage());
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path pem)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(pem)) {
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (all.isEmpty()) {
        throw new GeneralSecurityException("empty");
      }
      return all;
    }
  }

  private static PrivateKey privateKey(Path pem, Certificate certificate)
      throws IOException, GeneralSecurityException {
    Matcher found = KEY.matcher(Files.readString(pem, StandardCharsets.ISO_8859_1));
    if (!found.find()) {
      throw new GeneralSecurityException("no private key");
    }
    byte[] der = Base64.getMimeDecoder().decode(found.group(2));
    if (found.group(1) != null) {
      // Older forms name no algorithm, which is that of the certificate.
      byte[] algorithm = algorithm(certificate.getPublicKey().getEncoded());
      der = der(SEQUENCE, VERSION_0, algorithm, der(OCTETS, der));
    }
    PrivateKey key =
        KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(der));
    requirePair(key, certificate);
    return key;
  }

  /** A key store takes any key of the certificate's algorithm; a handshake would then fail. */
  private static void requirePair(PrivateKey key, Certificate certificate)
      throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance(
            key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
    signature.initSign(key);
    signature.update(SAMPLE);
    byte[] signed = signature.sign();
    signature.initVerify(certificate);
    signature.update(SAMPLE);
    if (!signature.verify(signed)) {
      throw new GeneralSecurityException("it is not the key of the certificate");
    }
  }

  /** The algorithm with its parameters, which comes first in the encoding of a public key. */
  private static byte[] algorithm(byte[] publicKey) {
    ByteBuffer in = ByteBuffer.wrap(publicKey);
    length(in);
    int begin = in.position();
    byte[] algorithm = new byte[length(in) + in.position() - begin];
    in.position(begin).get(algorithm);
    return algorithm;
  }

  /** Reads the tag and the length of a value in DER. */
  private static int length(ByteBuffer in) {
    in.get();
    int first = in.get() & 0xff;
    int length = first < 0x80 ? first : 0;
    for (int i = 0x80; i < first; i++) {
      length = (length << 8) | (in.get() & 0xff);
    }
    return length;
  }

  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    value.write(tag);
    int size = content.size();
    int sizeBytes = size < 0x80 ? 0 : size < 0x100 ? 1 : 2;
    if (sizeBytes > 0) {
      value.write(0x80 + sizeBytes);
    }
    if (sizeBytes == 2) {
      value.write(size >> 8);
    }
    value.write(size);
    value.writeBytes(content.toByteArray());
    return value.toByteArray();
  }
}
