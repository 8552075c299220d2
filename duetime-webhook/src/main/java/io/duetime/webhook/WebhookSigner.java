package io.duetime.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs messages as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> tells: {@code
 * v1,} and the HMAC-SHA256 of id, timestamp and body in Base64, for each secret.
 */
final class WebhookSigner {
  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";
  private static final String ALLOWED =
      "one or more secrets of 24 to 64 bytes in Base64, each with or without whsec_, with blanks"
          + " or line ends between";
  private static final int LEAST_BYTES = 24;
  private static final int MOST_BYTES = 64;

  private final List<SecretKeySpec> keys;

  private WebhookSigner(List<SecretKeySpec> keys) {
    this.keys = keys;
  }

  /** Reads secrets with blanks between: the current one, and others while they are replaced. */
  static WebhookSigner parse(String text) {
    return new WebhookSigner(
        Arrays.stream(text.strip().split("\\s+")).map(WebhookSigner::key).toList());
  }

  private static SecretKeySpec key(String secret) {
    String encoded = secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret;
    byte[] key;
    try {
      key = Base64.getDecoder().decode(encoded);
    } catch (IllegalArgumentException malformed) {
      throw refused();
    }
    if (key.length < LEAST_BYTES || key.length > MOST_BYTES) {
      throw refused();
    }
    return new SecretKeySpec(key, ALGORITHM);
  }

  private static InvalidRequestException refused() {
    return new InvalidRequestException("secret", "***", ALLOWED);
  }

  /** The signatures of a message by all secrets, with blanks between. */
  String sign(String id, long seconds, byte[] body) {
    byte[] head = (id + "." + seconds + ".").getBytes(UTF_8);
    return keys.stream()
        .map(key -> "v1," + Base64.getEncoder().encodeToString(hash(key, head, body)))
        .collect(Collectors.joining(" "));
  }

  private static byte[] hash(SecretKeySpec key, byte[] head, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(head);
      return mac.doFinal(body);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("every Java has " + ALGORITHM, missing);
    }
  }
}
