package io.duetime;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a server hands the due jobs of a queue over to: a named target and a destination of it.
 *
 * @param target the target's name, 1 to 100 letters, digits, dots, dashes and underscores
 * @param destination the settings of the destination, such as {@code exchange}, at most 16
 */
public record HandOverRoute(String target, Map<String, String> destination) {
  /** The most bytes of the text form. */
  public static final int MAX_BYTES = 4_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final Pattern KEY = Pattern.compile("[a-zA-Z][a-zA-Z0-9.]{0,63}");
  private static final int MAX_SETTINGS = 16;

  /** Checks the names and the size. */
  public HandOverRoute {
    if (target == null || !NAME.matcher(target).matches()) {
      throw new InvalidRequestException(
          "handOver.target", target, "1 to 100 letters, digits, dots, dashes and underscores");
    }
    Limits.given("handOver", destination);
    if (destination.size() > MAX_SETTINGS) {
      throw new InvalidRequestException(
          "handOver", destination.size() + " settings", "at most " + MAX_SETTINGS);
    }
    destination.forEach(HandOverRoute::check);
    destination = java.util.Collections.unmodifiableMap(new TreeMap<>(destination));
    int bytes = text(target, destination).length();
    if (bytes > MAX_BYTES) {
      throw new InvalidRequestException(
          "handOver", bytes + " bytes as text", "at most " + MAX_BYTES + " bytes");
    }
  }

  private static void check(String key, String value) {
    if (key == null || !KEY.matcher(key).matches() || key.equals("target")) {
      throw new InvalidRequestException(
          "handOver", key, "names of settings: letters, digits and dots, not target");
    }
    if (value == null) {
      throw new InvalidRequestException("handOver." + key, null, "a text");
    }
  }

  /**
   * Reads the text form, such as {@code main?exchange=orders&routingKey=timeout}, with values
   * percent-encoded as in a query.
   *
   * @throws InvalidRequestException if it is malformed
   */
  public static HandOverRoute parse(String text) {
    Limits.given("handOver", text);
    int query = text.indexOf('?');
    Map<String, String> destination = new TreeMap<>();
    if (query >= 0) {
      for (String setting : text.substring(query + 1).split("&", -1)) {
        int equals = setting.indexOf('=');
        if (equals < 1
            || destination.put(setting.substring(0, equals), decoded(text, setting, equals))
                != null) {
          throw malformed(text);
        }
      }
    }
    return new HandOverRoute(query < 0 ? text : text.substring(0, query), destination);
  }

  private static String decoded(String text, String setting, int equals) {
    try {
      return URLDecoder.decode(setting.substring(equals + 1), UTF_8);
    } catch (IllegalArgumentException broken) {
      throw malformed(text);
    }
  }

  private static InvalidRequestException malformed(String text) {
    return new InvalidRequestException("handOver", text, "TARGET or TARGET?KEY=VALUE&KEY=VALUE");
  }

  private static String text(String target, Map<String, String> destination) {
    return destination.isEmpty()
        ? target
        : target
            + destination.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), UTF_8))
                .collect(Collectors.joining("&", "?", ""));
  }

  /** The text form that {@link #parse} reads. */
  @Override
  public String toString() {
    return text(target, destination);
  }
}
