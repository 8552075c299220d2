package io.duetime.server;

import io.duetime.InvalidRequestException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address to listen at.
 *
 * @param host a name or an address; IPv6 without brackets
 * @param port 0 for any free port
 */
public record HostPort(String host, int port) {
  static final String FORMS = "HOST:PORT, such as 127.0.0.1:8420 or [::1]:8420";
  private static final Pattern FORM = Pattern.compile("(?:\\[([^\\]]+)]|([^:]+)):([0-9]{1,5})");
  private static final int MAX_PORT = 65_535;

  /** Reads {@code HOST:PORT}; {@code field} is the name that the caller gave the value by. */
  public static HostPort parse(String field, String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > MAX_PORT) {
      throw new InvalidRequestException(field, text, FORMS);
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return new HostPort(host, Integer.parseInt(matcher.group(3)));
  }

  /** The address; refuses a host name that cannot be resolved. */
  InetSocketAddress address(String field) {
    return new InetSocketAddress(resolved(field), port);
  }

  private InetAddress resolved(String field) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException unknown) {
      throw new InvalidRequestException(field, this, "a host name that this machine can resolve");
    }
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
