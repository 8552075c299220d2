package io.duetime.redis.internal.script;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A script in the form that the store runs.
 *
 * @param name of its file
 * @param keys the names of the keys it declares, in their order
 * @param text all of it, with what it includes
 * @param sha1 the name under which the store keeps it
 * @param reply the names of the parts of its reply
 * @param reads whether it changes nothing, so that it may be run again when its answer was lost
 */
public record Script(
    String name, List<String> keys, String text, String sha1, ReplyShape reply, boolean reads) {
  static Script of(String name, List<String> keys, String text, ReplyShape reply, boolean reads) {
    return new Script(name, List.copyOf(keys), text, digest(text), reply, reads);
  }

  private static String digest(String text) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java has SHA-1", missing);
    }
  }
}
