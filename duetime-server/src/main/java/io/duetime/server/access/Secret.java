package io.duetime.server.access;

import io.duetime.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The secret of a token: a prefix, which secret scanners can find, and 256 random bits.
 *
 * <p>Stored is only its SHA-256. A slow hash protects passwords, which people choose from few; 256
 * random bits cannot be guessed however fast the hash is, and every call computes it.
 */
public record Secret(String text) {
  private static final String PREFIX = "duetime_";
  private static final int RANDOM_BYTES = 32;

  /** Makes a new secret. */
  static Secret random(SecureRandom random) {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return new Secret(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /**
   * Refuses a text that begins like a secret where a name is expected, as names are listed and
   * logged.
   */
  public static void refuseAs(String field, String name) {
    if (name.startsWith(PREFIX)) {
      throw new InvalidRequestException(
          field, "a value that is not shown", "a name that does not begin with " + PREFIX);
    }
  }

  /** The hash that is stored, in hexadecimal. */
  public String hash() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  /** Never prints the secret. */
  @Override
  public String toString() {
    return PREFIX + "***";
  }
}
