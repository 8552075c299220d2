package io.duetime.server.transfer;

import io.duetime.InvalidRequestException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The bytes of a text, refusing what has none rather than putting a question mark. */
final class Utf8 {
  private Utf8() {}

  static byte[] bytes(String field, String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return exact;
    } catch (CharacterCodingException loneSurrogate) {
      throw new InvalidRequestException(field, text, "text that UTF-8 can spell");
    }
  }
}
