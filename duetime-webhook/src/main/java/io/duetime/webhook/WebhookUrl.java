package io.duetime.webhook;

import io.duetime.InvalidRequestException;
import io.duetime.JobInfo;
import io.duetime.handover.MessageTemplate;
import io.duetime.handover.PublishFailure;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where to post: a fixed origin, and a path and query with placeholders.
 *
 * @param isEncrypted whether the scheme is https
 * @param host the name or address, an IPv6 address in brackets
 * @param port the port
 * @param rest path and query
 */
record WebhookUrl(boolean isEncrypted, String host, int port, MessageTemplate rest) {
  private static final String FIELD = "url";
  private static final String ALLOWED =
      "http:// or https:// with a host without placeholders, then a path and query in which {id},"
          + " {queue} and {header.NAME} may occur";
  private static final String NO_USER = "a URL without user and password; see authorizationFile";
  private static final Pattern PARTS =
      Pattern.compile("(https?)://([^/?#]*)([^#]*)", Pattern.CASE_INSENSITIVE);
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{[^{}]*\\}");
  private static final List<String> DOTS = List.of(".", "..");
  private static final String UNRESERVED = "-._~";
  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;

  static WebhookUrl parse(String text) {
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches()) {
      throw refused(text.replaceAll("//[^/?#]*@", "//***@"));
    }
    if (parts.group(2).contains("@")) {
      throw new InvalidRequestException(FIELD, text.replaceAll("//[^/?#]*@", "//***@"), NO_USER);
    }
    boolean encrypted = parts.group(1).equalsIgnoreCase("https");
    String rest = parts.group(3).startsWith("/") ? parts.group(3) : "/" + parts.group(3);
    MessageTemplate template = MessageTemplate.parse(FIELD, rest);
    URI plain = uri(text, PLACEHOLDER.matcher(rest).replaceAll("x"), parts.group(2));
    if (plain.getHost() == null || plain.getPort() > 0xffff || hasDots(plain.getRawPath())) {
      throw refused(text);
    }
    int usual = encrypted ? HTTPS_PORT : HTTP_PORT;
    int port = plain.getPort() < 0 ? usual : plain.getPort();
    return new WebhookUrl(encrypted, plain.getHost(), port, template);
  }

  private static URI uri(String text, String rest, String authority) {
    try {
      URI uri = new URI("http://" + authority + rest);
      if (uri.toASCIIString().equals(uri.toString())) {
        return uri;
      }
    } catch (URISyntaxException malformed) {
      throw refused(text);
    }
    throw refused(text);
  }

  private static InvalidRequestException refused(String text) {
    return new InvalidRequestException(FIELD, text, ALLOWED);
  }

  /** The path and query for a job, its values percent-encoded. */
  String of(JobInfo<byte[]> job) {
    String filled = rest.fill(job, value -> encoded(value, WebhookUrl::isUnreserved));
    if (hasDots(pathOf(filled))) {
      throw PublishFailure.impossible("a part of the path would be '.' or '..'");
    }
    return filled;
  }

  /** The URL as it appears in reasons; a query may contain secrets. */
  String shown(String filled) {
    return (isEncrypted ? "https://" : "http://") + authority() + pathOf(filled);
  }

  private String authority() {
    return port == (isEncrypted ? HTTPS_PORT : HTTP_PORT) ? host : host + ":" + port;
  }

  private static String pathOf(String filled) {
    int query = filled.indexOf('?');
    return query < 0 ? filled : filled.substring(0, query);
  }

  // Encoded dots as well: servers decode them before they resolve them.
  private static boolean hasDots(String path) {
    return Arrays.stream(path.split("/"))
        .map(part -> part.replaceAll("(?i)%2e", "."))
        .anyMatch(DOTS::contains);
  }

  private static boolean isUnreserved(int c) {
    return c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0);
  }

  /** Percent-encodes the bytes of a text in UTF-8 except those that may stay. */
  static String encoded(String text, IntPredicate mayStay) {
    StringBuilder encoded = new StringBuilder();
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      int c = one & 0xff;
      encoded.append(mayStay.test(c) ? String.valueOf((char) c) : String.format("%%%02X", c));
    }
    return encoded.toString();
  }
}
