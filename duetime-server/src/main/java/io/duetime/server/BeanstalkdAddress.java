package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.access.Token;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An address at which the beanstalkd protocol listens.
 *
 * @param address where
 * @param token the name of the token that every connection has; null if clients log in
 */
public record BeanstalkdAddress(HostPort address, @Nullable String token) {
  private static final int MOST = 64;

  /** Reads addresses with commas between them; {@code field} names them in a refusal. */
  static List<BeanstalkdAddress> parse(String field, String text) {
    String[] parts = text.split(",", -1);
    if (parts.length > MOST) {
      throw new InvalidRequestException(field, parts.length + " addresses", "1 to " + MOST);
    }
    return Arrays.stream(parts).map(part -> one(field, part.strip())).toList();
  }

  private static BeanstalkdAddress one(String field, String text) {
    int sign = text.indexOf('=');
    return sign < 0
        ? new BeanstalkdAddress(HostPort.parse(field, text), null)
        : new BeanstalkdAddress(
            HostPort.parse(field, text.substring(0, sign)), Token.name(text.substring(sign + 1)));
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return token == null ? address.toString() : address + "=" + token;
  }
}
