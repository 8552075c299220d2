package io.duetime.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the numbers by which the store recognises a repeated request from the {@code
 * Idempotency-Key} of a call and the place of the job within it.
 */
final class Nonces {
  /** What a request has that is not to be recognised. */
  static final long NONE = 0;

  private Nonces() {}

  static long of(@Nullable String key, long place) {
    if (key == null) {
      return NONE;
    }
    byte[] text = (key + "\n" + place).getBytes(StandardCharsets.UTF_8);
    long nonce = ByteBuffer.wrap(sha256().digest(text)).getLong();
    return nonce == NONE ? 1 : nonce;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
