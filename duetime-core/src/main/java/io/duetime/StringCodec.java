package io.duetime;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/**
 * Encodes text as strict UTF-8. Refuses text and bytes that would not be the same after a round
 * trip.
 */
final class StringCodec implements Codec<String> {
  static final StringCodec INSTANCE = new StringCodec();

  private static final String CONTENT_TYPE = "text/plain;charset=utf-8";

  private StringCodec() {}

  @Override
  public byte[] encode(String payload) {
    byte[] bytes = Limits.given("payload", payload).getBytes(UTF_8);
    if (!new String(bytes, UTF_8).equals(payload)) {
      throw new InvalidRequestException("payload", "text with a lone surrogate", "Unicode text");
    }
    return bytes;
  }

  @Override
  public String decode(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(Limits.given("payload", bytes))).toString();
    } catch (CharacterCodingException notText) {
      throw new IllegalArgumentException("the payload is not UTF-8", notText);
    }
  }

  @Override
  public String contentType() {
    return CONTENT_TYPE;
  }
}
