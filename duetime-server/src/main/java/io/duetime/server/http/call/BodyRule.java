package io.duetime.server.http.call;

import io.duetime.wire.PayloadForm;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which body a call accepts. */
public enum BodyRule {
  /** No body; a short one is not read. */
  NONE,
  /** Any bytes, kept as they are. */
  PAYLOAD,
  /** JSON of a few fields; an empty body reads as none. */
  SMALL_JSON,
  /** JSON with any number of items; an empty body reads as no fields. */
  JSON,
  /** JSON, or a stream of lines of JSON. */
  JSON_OR_LINES;

  private static final List<String> LINES =
      List.of("application/x-ndjson", "application/ndjson", "application/jsonl");

  /** Whether the body is a stream of lines. */
  public boolean isLines(@Nullable String contentType) {
    return this == JSON_OR_LINES && LINES.contains(mediaType(contentType));
  }

  /**
   * Refuses a body of a type that the call cannot read. Only {@code application/json} counts as
   * JSON, as a web page cannot send that type to another site without a preflight request.
   */
  public void check(@Nullable String contentType, boolean isEmpty) {
    if (this == NONE || this == PAYLOAD || (isEmpty && contentType == null)) {
      return;
    }
    if (!mediaType(contentType).equals(PayloadForm.JSON)) {
      String allowed =
          this == JSON_OR_LINES ? PayloadForm.JSON + ", " + LINES.get(0) : PayloadForm.JSON;
      throw Refusal.mediaType(contentType == null ? "" : contentType, allowed);
    }
  }

  private static String mediaType(@Nullable String contentType) {
    return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }
}
