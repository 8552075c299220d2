package io.duetime.handover;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of addresses in CIDR notation, such as {@code 10.0.0.0/8} or {@code fc00::/7}.
 *
 * @param start an address of the range
 * @param bits how many leading bits all addresses of the range share with it
 */
public record IpRange(InetAddress start, int bits) {
  private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})";

  /** No names, which would be looked up. */
  private static final Pattern NUMBERS =
      Pattern.compile("(" + BYTE + "(\\." + BYTE + "){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)");

  /** Reads a range; a lone address is a range of one. */
  public static Optional<IpRange> parse(String text) {
    String[] parts = text.strip().split("/", 2);
    if (!NUMBERS.matcher(parts[0]).matches()) {
      return Optional.empty();
    }
    try {
      InetAddress start = InetAddress.getByName(parts[0]);
      int length = start.getAddress().length * Byte.SIZE;
      int bits = parts.length == 1 ? length : Integer.parseInt(parts[1]);
      return bits < 0 || bits > length ? Optional.empty() : Optional.of(new IpRange(start, bits));
    } catch (UnknownHostException | NumberFormatException malformed) {
      return Optional.empty();
    }
  }

  /** Reads a range that is known to be well-formed. */
  public static IpRange of(String text) {
    return parse(text).orElseThrow();
  }

  /** Whether all addresses of a range are in this one. */
  public boolean contains(IpRange other) {
    return other.bits >= bits && contains(other.start);
  }

  /** Whether an address is in this range. */
  public boolean contains(InetAddress address) {
    byte[] wanted = start.getAddress();
    byte[] given = address.getAddress();
    if (wanted.length != given.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit += Byte.SIZE) {
      int mask = 0xff << Math.max(0, Byte.SIZE - (bits - bit));
      int at = bit / Byte.SIZE;
      if (((wanted[at] ^ given[at]) & mask & 0xff) != 0) {
        return false;
      }
    }
    return true;
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return start.getHostAddress() + "/" + bits;
  }
}
