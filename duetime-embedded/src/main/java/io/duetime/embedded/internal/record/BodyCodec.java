package io.duetime.embedded.internal.record;

import io.duetime.engine.JobBody;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes payload, content type and headers; the payload last, as it is. */
final class BodyCodec {
  private static final int CONTENT_TYPE = 1;
  private static final int HEADERS = 1 << 1;
  private static final int ALL = CONTENT_TYPE | HEADERS;

  private BodyCodec() {}

  static void write(ByteWriter to, JobBody body) {
    String contentType = body.contentType();
    Map<String, String> headers = body.headers();
    to.u8((contentType == null ? 0 : CONTENT_TYPE) | (headers.isEmpty() ? 0 : HEADERS));
    if (contentType != null) {
      to.text(contentType);
    }
    if (!headers.isEmpty()) {
      to.varint(headers.size());
      headers.forEach((name, value) -> {
        to.text(name);
        to.text(value);
      });
    }
    to.varint(body.payload().length);
    to.raw(body.payload());
  }

  static JobBody read(ByteReader from) {
    int has = from.u8();
    if ((has & ~ALL) != 0) {
      throw new UnreadableRecordException("unknown parts of a body: " + has);
    }
    @Nullable String contentType = (has & CONTENT_TYPE) == 0 ? null : from.text();
    Map<String, String> headers = (has & HEADERS) == 0 ? Map.of() : readHeaders(from);
    byte[] payload = from.part(from.count()).rawToEnd();
    return new JobBody(payload, contentType, headers);
  }

  /** Goes through a body that ends where the bytes do, without keeping anything of it. */
  static void check(ByteReader from) {
    int has = from.u8();
    int texts = (has & CONTENT_TYPE) == 0 ? 0 : 1;
    if ((has & ~ALL) != 0) {
      throw new UnreadableRecordException("unknown parts of a body: " + has);
    }
    for (int i = 0; i < texts; i++) {
      from.part(from.count());
    }
    int headers = (has & HEADERS) == 0 ? 0 : from.count();
    for (int i = 0; i < 2 * headers; i++) {
      from.part(from.count());
    }
    from.part(from.count());
    from.end();
  }

  private static Map<String, String> readHeaders(ByteReader from) {
    int count = from.count();
    Map<String, String> headers = new HashMap<>();
    for (int i = 0; i < count; i++) {
      headers.put(from.text(), from.text());
    }
    return headers;
  }
}
