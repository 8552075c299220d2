package io.duetime.engine;

import io.duetime.Limits;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a job that engines do not read: stored with the request, delivered to the handler.
 *
 * <p>The payload array is not copied; neither side may change it.
 *
 * @param payload the bytes, which may be empty
 * @param contentType a media type, or null if the caller named none
 * @param headers at most 32, in no particular order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared by content, and too expensive to copy
public record JobBody(byte[] payload, @Nullable String contentType, Map<String, String> headers) {
  /** Checks the headers and the content type. */
  public JobBody {
    Limits.given("payload", payload);
    Limits.given("headers", headers);
    if (contentType != null) {
      Limits.text("contentType", contentType);
    }
    if (!headers.isEmpty()) {
      Limits.headers(headers);
      headers = Map.copyOf(headers);
    }
  }

  /** Returns the same body with a payload array of its own. */
  public JobBody copy() {
    return withPayload(payload.clone());
  }

  /** Returns the same body with another payload. */
  public JobBody withPayload(byte[] other) {
    return new JobBody(other, contentType, headers);
  }

  /** Returns the same body with other headers. */
  public JobBody withHeaders(Map<String, String> others) {
    return new JobBody(payload, contentType, others);
  }

  /** Whether another body has the same content, also in another array. */
  public boolean isSame(JobBody other) {
    return Arrays.equals(payload, Limits.given("body", other).payload)
        && withPayload(other.payload).equals(other);
  }

  /** Returns a body without content type and headers. */
  public static JobBody of(byte[] payload) {
    return new JobBody(payload, null, Map.of());
  }
}
