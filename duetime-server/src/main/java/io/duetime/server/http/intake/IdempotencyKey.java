package io.duetime.server.http.intake;

import io.duetime.InvalidRequestException;
import io.duetime.server.http.call.Call;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Idempotency-Key} of a call. From it and the place of a job within the call come the
 * number by which the store recognises a repeated request, and the id of a job that names none.
 */
public record IdempotencyKey(String text) {
  /** How long a job whose id comes from a key is remembered at least. */
  static final Duration SHORTEST_RETENTION = Duration.ofHours(24);

  /** No caller has credentials yet; a caller's name will keep its keys apart from others' keys. */
  private static final String CALLER = "";

  private static final int ID_BYTES = 16;

  private static final int MOST_LETTERS = 255;

  /** The key of a call, or null without one; refused when it is blank or too long. */
  public static @Nullable IdempotencyKey of(Call call) {
    String text = call.header("Idempotency-Key");
    if (text == null) {
      return null;
    }
    // A variable that was not set must not make one request of all.
    if (text.isBlank() || text.length() > MOST_LETTERS) {
      throw new InvalidRequestException(
          "Idempotency-Key", text, "1 to " + MOST_LETTERS + " letters, not all of them blank");
    }
    return new IdempotencyKey(text);
  }

  /** The request's number; never zero, which is that of a request without a key. */
  public long nonce(long place) {
    long nonce = ByteBuffer.wrap(sha256(text + "\n" + place)).getLong();
    return nonce == 0 ? 1 : nonce;
  }

  /** The same id for every repetition; within one call ids sort by place. */
  String id(String queue, long place) {
    byte[] hash = sha256(queue + "\n" + CALLER + "\n" + text);
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
