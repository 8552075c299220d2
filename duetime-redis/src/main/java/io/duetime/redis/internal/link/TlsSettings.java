package io.duetime.redis.internal.link;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Encryption of a connection.
 *
 * @param verification what is asked of the server's certificate
 * @param authority a PEM file of the certificates to trust; the JVM's by default
 * @param certificate a PEM file with the client's certificate, if the server requires one
 * @param key a PEM file with its key
 */
public record TlsSettings(
    Verification verification,
    Optional<Path> authority,
    Optional<Path> certificate,
    Optional<Path> key) {
  /** The JVM's authorities, everything verified. */
  public static final TlsSettings DEFAULT =
      new TlsSettings(Verification.FULL, Optional.empty(), Optional.empty(), Optional.empty());

  /** What is asked of the server's certificate. */
  public enum Verification {
    /** That it is trusted and names the host that was called. */
    FULL,
    /** That it is trusted. */
    AUTHORITY,
    /** Nothing: a third party may intercept the connection. */
    NONE
  }
}
