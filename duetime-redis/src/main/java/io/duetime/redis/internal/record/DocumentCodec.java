package io.duetime.redis.internal.record;

import io.duetime.engine.server.Document;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Decodes documents of servers: the version as text, a space, the content. */
public final class DocumentCodec {
  private DocumentCodec() {}

  /**
   * Decodes a document.
   *
   * @throws DamagedRecordException if it has no version
   */
  public static Document read(String name, byte[] bytes) {
    return RecordCodec.understood(() -> {
      int end = 0;
      while (end < bytes.length && bytes[end] != ' ') {
        end++;
      }
      if (end == bytes.length) {
        throw new DamagedRecordException("a document without a version");
      }
      long version = Long.parseLong(new String(bytes, 0, end, StandardCharsets.US_ASCII));
      return new Document(name, version, Arrays.copyOfRange(bytes, end + 1, bytes.length));
    });
  }
}
