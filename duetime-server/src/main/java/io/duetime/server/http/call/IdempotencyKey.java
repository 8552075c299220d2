package io.duetime.server.http.call;

import io.duetime.InvalidRequestException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Idempotency-Key} of a call. The caller, the key and the place of a job within the call
 * give the number by which the store recognises a repeated request, and the id of a job without
 * one.
 *
 * @param caller the name of its token; two callers may use the same key for different jobs
 * @param text the key
 */
public record IdempotencyKey(String caller, String text) {
  /** The shortest retention of a job whose id comes from a key. */
  static final Duration SHORTEST_RETENTION = Duration.ofHours(24);

  private static final int ID_BYTES = 16;

  private static final int MOST_LETTERS = 255;

  /** The key of a call, or null without one; refused when it is blank or too long. */
  public static @Nullable IdempotencyKey of(Call call) {
    String text = call.header("Idempotency-Key");
    if (text == null) {
      return null;
    }
    // Otherwise a script with an unset variable would send all its requests under one key.
    if (text.isBlank() || text.length() > MOST_LETTERS) {
      throw new InvalidRequestException(
          "Idempotency-Key", text, "1 to " + MOST_LETTERS + " characters, not all of them blank");
    }
    return new IdempotencyKey(call.caller().name(), text);
  }

  /** The request's number; never zero, which means that there is no key. */
  public long nonce(long place) {
    long nonce = ByteBuffer.wrap(sha256(caller + "\n" + text + "\n" + place)).getLong();
    return nonce == 0 ? 1 : nonce;
  }

  /** The id of the job at a place, the same in every repetition; ids sort by place. */
  String id(String queue, long place) {
    byte[] hash = sha256(queue + "\n" + caller + "\n" + text);
    return String.format(
        Locale.ROOT, "key-%s-%010d", HexFormat.of().formatHex(hash, 0, ID_BYTES), place);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
