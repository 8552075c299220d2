package io.duetime.internal.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-1 over the UTF-8 bytes of a text. */
final class Sha1 {
  private Sha1() {}

  static String hex(String text) {
    return HexFormat.of().formatHex(digest(text));
  }

  static long first32Bits(String text) {
    return Integer.toUnsignedLong(ByteBuffer.wrap(digest(text)).getInt());
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-1", impossible);
    }
  }
}
