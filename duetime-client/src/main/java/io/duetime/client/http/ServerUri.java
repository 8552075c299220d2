package io.duetime.client.http;

import io.duetime.ErrorCode;
import io.duetime.InvalidRequestException;
import io.duetime.settings.DurationReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The address of a server and how to call it.
 *
 * @param base scheme, host, port and path, without a slash at the end
 * @param token sent in a header with each call; null for none
 * @param files the authorities to trust and the client's certificate; null for those of the JVM
 * @param timeout the limit of one call
 */
public record ServerUri(
    String base, @Nullable String token, @Nullable PemFiles files, Duration timeout) {
  /** The schemes of servers. */
  public static final Set<String> SCHEMES = Set.of("http", "https");

  private static final List<String> PARAMETERS = List.of("token", "ca", "cert", "key", "timeout");
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  /**
   * Parses a URI such as {@code https://host:8420?token=…}.
   *
   * @param options further parameters; those of the URI take precedence
   */
  public static ServerUri parse(String text, Map<String, String> options) {
    URI uri = uri(text);
    if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
      throw malformed();
    }
    Map<String, String> given = new HashMap<>(options);
    given.putAll(parameters(uri.getRawQuery()));
    given.keySet().forEach(ServerUri::requireKnown);
    String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceAll("/+$", "");
    return new ServerUri(
        uri.getScheme() + "://" + uri.getRawAuthority() + path,
        token(given.get("token")),
        files(given),
        timeout(given.get("timeout")));
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException broken) {
      throw malformed();
    }
  }

  // Without the URI itself, which may contain a token.
  private static InvalidRequestException malformed() {
    return new InvalidRequestException(
        ErrorCode.UNKNOWN_STORE, "uri", "malformed", "http://HOST:PORT or https://HOST:PORT");
  }

  private static void requireKnown(String name) {
    if (!PARAMETERS.contains(name)) {
      throw new InvalidRequestException("parameter of the URI", name, PARAMETERS.toString());
    }
  }

  private static Map<String, String> parameters(@Nullable String query) {
    Map<String, String> values = new HashMap<>();
    if (query != null && !query.isEmpty()) {
      for (String pair : query.split("&", -1)) {
        String[] parts = pair.split("=", 2);
        String value = parts.length == 1 ? "" : parts[1];
        values.put(decoded(parts[0]), decoded(value));
      }
    }
    return values;
  }

  private static String decoded(String raw) {
    try {
      return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw malformed();
    }
  }

  private static @Nullable PemFiles files(Map<String, String> given) {
    PemFiles files = new PemFiles(file(given, "ca"), file(given, "cert"), file(given, "key"));
    return files.authorities() == null && files.certificate() == null ? null : files;
  }

  private static @Nullable Path file(Map<String, String> given, String parameter) {
    String file = given.get(parameter);
    return file == null ? null : Path.of(file);
  }

  private static @Nullable String token(@Nullable String token) {
    if (token != null && (token.isEmpty() || !token.chars().allMatch(c -> c > 0x20 && c < 0x7f))) {
      throw new InvalidRequestException("token", "(hidden)", "visible ASCII characters");
    }
    return token;
  }

  private static Duration timeout(@Nullable String text) {
    Duration timeout = text == null ? DEFAULT_TIMEOUT : DurationReader.parse("timeout", text);
    if (timeout.isNegative() || timeout.isZero()) {
      throw new InvalidRequestException("timeout", timeout, "1ms or more");
    }
    return timeout;
  }

  /** Describes the server without its token. */
  @Override
  public String toString() {
    return base;
  }
}
