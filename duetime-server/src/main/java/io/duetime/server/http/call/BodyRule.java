package io.duetime.server.http.call;

import io.duetime.server.json.PayloadForm;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a call does with its body. */
public enum BodyRule {
  /** Reads none. */
  NONE,
  /** Keeps it as it is, whatever it is. */
  PAYLOAD,
  /** Needs JSON; nothing at all reads as no fields. */
  JSON,
  /** Needs JSON, or takes lines of JSON as they come. */
  JSON_OR_LINES;

  private static final List<String> LINES =
      List.of("application/x-ndjson", "application/ndjson", "application/jsonl");

  /** Whether a stream of lines is coming. */
  public boolean isLines(@Nullable String contentType) {
    return this == JSON_OR_LINES && LINES.contains(mediaType(contentType));
  }

  /**
   * Refuses a body of another type than the call can read. Only {@code application/json} is taken
   * for JSON: what a web page can send to another site without asking stays outside.
   */
  public void check(@Nullable String contentType, boolean isEmpty) {
    boolean wantsJson = this == JSON || this == JSON_OR_LINES;
    if (!wantsJson || (isEmpty && contentType == null)) {
      return;
    }
    if (!mediaType(contentType).equals(PayloadForm.JSON)) {
      String allowed = this == JSON ? PayloadForm.JSON : PayloadForm.JSON + ", " + LINES.get(0);
      throw Refusal.mediaType(contentType == null ? "" : contentType, allowed);
    }
  }

  private static String mediaType(@Nullable String contentType) {
    return contentType == null ? "" : contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }
}
