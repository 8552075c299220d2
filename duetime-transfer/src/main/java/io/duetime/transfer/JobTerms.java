package io.duetime.transfer;

import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.id.StableHash;
import io.duetime.wire.PayloadForm;
import io.duetime.wire.StrictJson;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all jobs of an import have in common.
 *
 * @param contentType the content type of their payloads, or null to judge by each payload
 * @param remember how long a done job is remembered, so that an entry that is stored twice runs
 *     once
 */
public record JobTerms(@Nullable String contentType, Duration remember) {
  /** How long a done job is remembered by default. */
  public static final Duration REMEMBER = Duration.ofHours(24);

  private static final String BYTES = "application/octet-stream";
  private static final int HEX_DIGITS = 15;

  /**
   * Returns a job for an entry.
   *
   * @param entry a name of the entry that no other has, by which a store recognises it
   */
  public JobSpec.Builder job(String id, byte[] payload, DueTime due, String entry) {
    String type = contentType == null ? guess(payload) : contentType;
    return JobSpec.builder(id, new JobBody(payload, type, Map.of()), due)
        .nonce(nonce(entry))
        .retention(remember);
  }

  /**
   * Returns the number by which a store recognises a repeated request; the same name has the same
   * number, which is never 0.
   */
  public static long nonce(String entry) {
    return 1 + Long.parseLong(StableHash.hex(entry).substring(0, HEX_DIGITS), 16);
  }

  /** JSON only for an object or an array, as a number or a word may be meant as text. */
  private static String guess(byte[] payload) {
    if (StrictJson.utf8(payload) == null) {
      return BYTES;
    }
    boolean isJson =
        payload.length > 0
            && (payload[0] == '{' || payload[0] == '[')
            && StrictJson.isOneValue(payload);
    return isJson ? PayloadForm.JSON : PayloadForm.TEXT;
  }
}
