package io.duetime.server.beanstalkd.wire;

/**
 * Detects lines of HTTP and of TLS. A web page can make a browser send a request to this port, and
 * the lines of its body are commands of the page's choice. No command of the protocol looks like
 * the lines before that body.
 */
final class WebLine {
  private static final char TLS_HANDSHAKE = 0x16;
  private static final String VERSION = " HTTP/";

  private WebLine() {}

  /** Whether a line, or what was kept of a long one, belongs to a request of a browser. */
  static boolean matches(String line) {
    return isTls(line) || isRequest(line) || isHeader(line);
  }

  private static boolean isTls(String line) {
    return !line.isEmpty() && line.charAt(0) == TLS_HANDSHAKE;
  }

  // A method in capitals, or a version behind a target. A tube may be named "HTTP/1.1".
  private static boolean isRequest(String line) {
    int space = line.indexOf(' ');
    return space > 0
        && (line.substring(0, space).chars().allMatch(WebLine::isCapital)
            || line.indexOf(VERSION, space + 1) > 0);
  }

  private static boolean isHeader(String line) {
    int colon = line.indexOf(':');
    return colon > 0 && line.substring(0, colon).chars().allMatch(WebLine::isNameCharacter);
  }

  private static boolean isCapital(int c) {
    return c >= 'A' && c <= 'Z';
  }

  private static boolean isNameCharacter(int c) {
    return c == '-' || c == '_' || isCapital(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }
}
