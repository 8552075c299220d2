package io.duetime.engine;

import io.duetime.Limits;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a job that no engine looks into: written once with the request, handed to whoever
 * runs it.
 *
 * <p>The payload array is not copied; neither side may change it.
 *
 * @param payload the bytes, which may be none
 * @param contentType a media type, or null when the caller named none
 * @param headers at most 32, in no particular order
 */
@SuppressWarnings(
    "ArrayRecordComponent") // compared by content nowhere; copying every payload would cost more
// than it saves
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

  /** A payload alone. */
  public static JobBody of(byte[] payload) {
    return new JobBody(payload, null, Map.of());
  }
}
