package io.duetime.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.duetime.InvalidRequestException;
import io.duetime.Limits;
import io.duetime.handover.PublishFailure;
import io.duetime.handover.TargetSettings;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an endpoint, checked.
 *
 * @param name the target's name
 * @param url where to post
 * @param signer signs messages if there is a secret
 * @param headers headers that every message has
 * @param guard which addresses may be called
 * @param limits the timeout and the number of requests at once
 * @param authorities the certificates to trust instead of Java's, in PEM
 */
record WebhookSettings(
    String name,
    WebhookUrl url,
    Optional<WebhookSigner> signer,
    Map<String, String> headers,
    AddressGuard guard,
    RequestLimits limits,
    Optional<Buffer> authorities) {
  private static final String HEADER = "header.";

  /** The end of a setting that names a secret instead of giving it. */
  private static final Pattern SECRET_FORM = Pattern.compile("(File|Env)$");

  private static final Set<String> KEYS =
      Set.of(
          "url",
          "secretFile",
          "secretEnv",
          "authorizationFile",
          "authorizationEnv",
          "timeout",
          "maxInFlight",
          "maxPause",
          "allowPrivate",
          "caFile");

  /**
   * Why the endpoint cannot be called at what the look-up of its host has found, or null. An
   * address that is not allowed concerns every message, as a missing exchange of a broker.
   */
  @Nullable PublishFailure refusal(@Nullable List<InetAddress> found, @Nullable Throwable failure) {
    if (found == null || found.isEmpty()) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
      return PublishFailure.notSent("the host " + url.host() + " has no address: " + cause);
    }
    return found.stream()
        .filter(address -> !guard.permits(address))
        .findFirst()
        .map(address ->
            PublishFailure.destination(
                "the host "
                    + url.host()
                    + " has the address "
                    + address.getHostAddress()
                    + ", which is not public; see allowPrivate, and private-ranges of a server"))
        .orElse(null);
  }

  /**
   * The limits of requests.
   *
   * @param timeout from the lookup of the host to the end of the answer
   * @param maxInFlight how many requests run at once
   * @param maxPause the longest pause that an endpoint gets with {@code Retry-After}
   */
  record RequestLimits(Duration timeout, int maxInFlight, Duration maxPause) {
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofMinutes(5);
    private static final int MOST_IN_FLIGHT = 1_000;

    static RequestLimits of(TargetSettings settings) {
      Duration timeout = settings.duration("timeout", "15s", LEAST, MOST, "100ms to 5m");
      String inFlight = settings.optional("maxInFlight").orElse("50");
      if (!inFlight.matches("[0-9]{1,9}")) {
        throw new InvalidRequestException("maxInFlight", inFlight, "1 to " + MOST_IN_FLIGHT);
      }
      Duration maxPause =
          settings.duration(
              "maxPause", "1h", Duration.ofSeconds(1), Duration.ofDays(1), "1s to 1d");
      return new RequestLimits(
          timeout,
          Limits.count("maxInFlight", Integer.parseInt(inFlight), MOST_IN_FLIGHT),
          maxPause);
    }
  }

  static WebhookSettings of(TargetSettings settings) {
    settings.refuseInline("secret", "authorization");
    Map<String, String> headers = headers(settings);
    Set<String> keys = new HashSet<>(KEYS);
    settings.values().keySet().stream().filter(key -> key.startsWith(HEADER)).forEach(keys::add);
    settings.allow(keys);
    settings.secret("authorization").ifPresent(value -> headers.put("authorization", value));
    headers.forEach((name, value) -> checkValue(name, value));
    return new WebhookSettings(
        settings.name(),
        WebhookUrl.parse(settings.required("url")),
        settings.secret("secret").map(WebhookSigner::parse),
        Map.copyOf(headers),
        AddressGuard.of(settings),
        RequestLimits.of(settings),
        settings
            .file("caFile", TargetSettings.MAX_CERTIFICATE_BYTES)
            .map(file -> read(settings, file)));
  }

  private static Map<String, String> headers(TargetSettings settings) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    settings
        .values()
        .forEach((key, value) -> {
          if (key.startsWith(HEADER)) {
            String base = SECRET_FORM.matcher(key).replaceFirst("");
            String name = base.substring(HEADER.length());
            if (!HeaderNames.isFree(name)) {
              throw new InvalidRequestException(
                  key, value, "the name of a header that HTTP and Duetime do not need themselves");
            }
            if (HeaderNames.isSecret(name)) {
              throw new InvalidRequestException(
                  key, "***", "authorizationFile or authorizationEnv");
            }
            headers.put(name, base.equals(key) ? value : settings.secret(base).orElseThrow());
          }
        });
    return headers;
  }

  /** Without the headers and the key of signatures, which are secrets. */
  @Override
  public String toString() {
    return "webhook target " + name;
  }

  private static void checkValue(String name, String value) {
    if (!value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new InvalidRequestException(name, "a value that is not shown", "printable ASCII");
    }
  }

  private static Buffer read(TargetSettings settings, Path file) {
    try {
      return Buffer.buffer(Files.readAllBytes(file));
    } catch (IOException unreadable) {
      throw settings.unusable("caFile", "a file that can be read", unreadable);
    }
  }

  /**
   * Signs messages as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> tells:
   * {@code v1,} and the HMAC-SHA256 of id, timestamp and body in Base64, for each secret.
   */
  static final class WebhookSigner {
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
}
