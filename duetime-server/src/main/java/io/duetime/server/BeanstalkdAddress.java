package io.duetime.server;

import io.duetime.InvalidRequestException;
import io.duetime.server.access.Token;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An address at which the beanstalkd protocol listens.
 *
 * @param place where
 * @param token the name of the token that every connection has; null if clients log in
 */
public record BeanstalkdAddress(Place place, @Nullable String token) {
  private static final int MOST = 64;
  private static final String UNIX = "unix:";

  /** A host with a port, or the file of a Unix socket. */
  public sealed interface Place {
    record Port(HostPort address) implements Place {
      @Override
      public String toString() {
        return address.toString();
      }
    }

    record Socket(Path file) implements Place {
      @Override
      public String toString() {
        return UNIX + file;
      }
    }
  }

  public BeanstalkdAddress(HostPort address, @Nullable String token) {
    this(new Place.Port(address), token);
  }

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
        ? new BeanstalkdAddress(place(field, text), null)
        : new BeanstalkdAddress(
            place(field, text.substring(0, sign)), Token.name(text.substring(sign + 1)));
  }

  private static Place place(String field, String text) {
    if (!text.startsWith(UNIX)) {
      return new Place.Port(HostPort.parse(field, text));
    }
    if (text.length() == UNIX.length()) {
      throw new InvalidRequestException(field, text, "unix:FILE, such as unix:/run/duetime.sock");
    }
    return new Place.Socket(Path.of(text.substring(UNIX.length())));
  }

  /** Whether it has a port; a Unix socket has none. */
  public boolean hasPort() {
    return place instanceof Place.Port;
  }

  /** Refuses a host that cannot be resolved. */
  void check(String field) {
    if (place instanceof Place.Port port) {
      port.address().address(field);
    }
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return token == null ? place.toString() : place + "=" + token;
  }
}
