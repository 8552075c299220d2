package io.duetime.server.http.call;

import io.duetime.server.json.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decodes a body as it arrives, in parts of bounded size, as far as the reader asks for them.
 * Confined to one event loop.
 */
public sealed interface BodyDecoder permits PlainBody, GzipBody {
  /** Takes bytes that have arrived. */
  void add(Buffer part);

  /** Decodes the next part; null if that needs further bytes. */
  @Nullable Buffer next();

  /** Whether the bytes so far are a whole body. */
  boolean isWhole();

  /** Releases memory; may be called twice. */
  void close();

  /** The decoder of a request; refuses with 415 what is neither plain nor {@code gzip}. */
  static BodyDecoder of(HttpServerRequest request) {
    String coding = Objects.requireNonNullElse(request.getHeader("Content-Encoding"), "identity");
    return switch (coding.strip().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> new PlainBody();
      case "gzip", "x-gzip" -> new GzipBody();
      default ->
          throw new Refusal(
              Problem.of(
                      415,
                      "UNSUPPORTED_MEDIA_TYPE",
                      "Content-Encoding is '" + coding + "'; allowed: gzip")
                  .with("allowed", "gzip"));
    };
  }
}
