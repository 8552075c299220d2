package io.duetime.server.moving;

import io.duetime.InvalidRequestException;
import io.duetime.engine.DueTime;
import io.duetime.engine.JobBody;
import io.duetime.engine.JobSpec;
import io.duetime.server.json.PayloadForm;
import io.duetime.server.json.StrictJson;
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

  /**
   * Returns a job for an entry.
   *
   * @param entry a name of the entry that no other has, by which a store recognises it
   */
  public JobSpec.Builder job(String id, byte[] payload, DueTime due, String entry) {
    String type = contentType == null ? guess(payload) : contentType;
    return JobSpec.builder(id, new JobBody(payload, type, Map.of()), due)
        .nonce(Nonces.of(entry))
        .retention(remember);
  }

  /** Refuses an entry. */
  public static InvalidRequestException unusable(String field, String value, String allowed) {
    return new InvalidRequestException(field, value, allowed);
  }

  /** JSON only for an object or an array, as a number or a word may be meant as text. */
  private static String guess(byte[] payload) {
    String text = StrictJson.utf8(payload);
    if (text == null) {
      return BYTES;
    }
    boolean isJson =
        payload.length > 0
            && (payload[0] == '{' || payload[0] == '[')
            && StrictJson.isOneValue(payload);
    return isJson ? PayloadForm.JSON : PayloadForm.TEXT;
  }
}
