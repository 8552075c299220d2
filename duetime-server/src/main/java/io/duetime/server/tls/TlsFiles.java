package io.duetime.server.tls;

import io.duetime.InvalidRequestException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  record Contents(Buffer certificate, Buffer key, @Nullable Buffer clientAuthorities) {
    ServerSSLOptions options() {
      ServerSSLOptions options =
          new ServerSSLOptions()
              .setKeyCertOptions(
                  new PemKeyCertOptions().setCertValue(certificate).setKeyValue(key));
      if (clientAuthorities != null) {
        options
            .setClientAuth(ClientAuth.REQUIRED)
            .setTrustOptions(new PemTrustOptions().addCertValue(clientAuthorities));
      }
      return options;
    }
  }

  /** Reads the files into options that the servers of all protocols take. */
  public ServerSSLOptions options() {
    return contents().options();
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
      throw new InvalidRequestException(field, file, "a PEM file that can be read");
    }
  }
}
