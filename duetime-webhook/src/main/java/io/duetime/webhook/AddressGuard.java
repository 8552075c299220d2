package io.duetime.webhook;

import io.duetime.InvalidRequestException;
import io.duetime.handover.IpRange;
import io.duetime.handover.TargetSettings;
import io.duetime.handover.TargetSettings.TargetAccess;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells which addresses may be called: those of the public internet, and ranges that the settings
 * allow. The ranges are the special-purpose registries of IANA (RFC 6890).
 */
final class AddressGuard {
  private static final List<IpRange> NOT_PUBLIC_4 =
      ranges(
          "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12"
              + " 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15"
              + " 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4");

  /** Of IPv6, only this range is public, less the ranges below. */
  private static final IpRange GLOBAL_UNICAST = IpRange.of("2000::/3");

  private static final List<IpRange> NOT_PUBLIC_6 = ranges("2001::/23 2001:db8::/32 3fff::/20");

  /** Ranges whose addresses contain one of IPv4, and at which byte. */
  private static final Map<IpRange, Integer> EMBEDDING =
      Map.of(
          IpRange.of("2002::/16"), 2,
          IpRange.of("64:ff9b::/96"), 12);

  private static final int BYTES_OF_4 = 4;
  private static final String ALLOWED = "allowPrivate";

  private final List<IpRange> allowed;

  private AddressGuard(List<IpRange> allowed) {
    this.allowed = allowed;
  }

  /** Reads what the settings allow, within what they may allow. */
  static AddressGuard of(TargetSettings settings) {
    String text = settings.optional(ALLOWED).orElse("false");
    TargetAccess access = settings.access();
    AddressGuard guard = text.equals("true") ? everywhere(access) : parse(text);
    if (access != null && !guard.isWithin(access.privateRanges())) {
      throw new InvalidRequestException(
          ALLOWED, text, "addresses in the server's private-ranges: " + shown(access));
    }
    return guard;
  }

  private static AddressGuard everywhere(@Nullable TargetAccess access) {
    return new AddressGuard(
        access == null || access.privateRanges().isEmpty()
            ? ranges("0.0.0.0/0 ::/0")
            : access.privateRanges());
  }

  private static String shown(TargetAccess access) {
    return access.privateRanges().isEmpty()
        ? "none"
        : access.privateRanges().stream().map(IpRange::toString).collect(Collectors.joining(","));
  }

  private boolean isWithin(List<IpRange> limits) {
    return allowed.stream()
        .allMatch(range -> limits.stream().anyMatch(limit -> limit.contains(range)));
  }

  /** Reads {@code false} or ranges with commas between. */
  private static AddressGuard parse(String text) {
    if (text.equals("false")) {
      return new AddressGuard(List.of());
    }
    return new AddressGuard(
        Stream.of(text.split(",", -1))
            .map(range ->
                IpRange.parse(range)
                    .orElseThrow(() ->
                        new InvalidRequestException(
                            ALLOWED, text, "true, false or ranges such as 10.0.0.0/8,fc00::/7")))
            .toList());
  }

  private static List<IpRange> ranges(String text) {
    return Stream.of(text.split(" ")).map(IpRange::of).toList();
  }

  boolean permits(InetAddress address) {
    if (isIn(allowed, address)) {
      return true;
    }
    if (address instanceof Inet4Address) {
      return !isIn(NOT_PUBLIC_4, address);
    }
    Optional<InetAddress> embedded = embedded(address);
    if (embedded.isPresent()) {
      return permits(embedded.get());
    }
    return GLOBAL_UNICAST.contains(address) && !isIn(NOT_PUBLIC_6, address);
  }

  private static boolean isIn(List<IpRange> ranges, InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  private static Optional<InetAddress> embedded(InetAddress address) {
    return EMBEDDING.entrySet().stream()
        .filter(range -> range.getKey().contains(address))
        .map(range -> bytes(address, range.getValue()))
        .findFirst();
  }

  private static InetAddress bytes(InetAddress address, int from) {
    try {
      return InetAddress.getByAddress(
          Arrays.copyOfRange(address.getAddress(), from, from + BYTES_OF_4));
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException("four bytes are an address", impossible);
    }
  }
}
