package io.duetime.server.access;

import io.duetime.handover.IpRange;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * The proxies whose {@code X-Forwarded-For} the server believes. Limits for an address do not apply
 * to them, as many callers share it.
 *
 * @param ranges the addresses of the proxies
 */
public record TrustedProxies(List<IpRange> ranges) {
  /** No proxy is trusted: a caller has the address that its connection comes from. */
  public static final TrustedProxies NONE = new TrustedProxies(List.of());

  public TrustedProxies {
    ranges = List.copyOf(ranges);
  }

  /** Whether an address belongs to a trusted proxy. */
  public boolean contains(InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  /**
   * Finds the address of a caller. Each trusted proxy says from where the request came to it, so
   * the list is read from its end: the first address that is no trusted proxy is the caller. It
   * ends at what is no IP address.
   *
   * @param peer where the connection comes from
   * @param forwarded the values of {@code X-Forwarded-For} in their order
   */
  public InetAddress caller(InetAddress peer, List<String> forwarded) {
    if (forwarded.isEmpty() || !contains(peer)) {
      return peer;
    }
    String[] hops = String.join(",", forwarded).split(",", -1);
    InetAddress caller = peer;
    for (int i = hops.length - 1; i >= 0 && contains(caller); i--) {
      Optional<InetAddress> hop = address(hops[i]);
      if (hop.isEmpty()) {
        return caller;
      }
      caller = hop.get();
    }
    // Callers of this machine have rights of their own, which another machine cannot grant.
    return caller.isLoopbackAddress() && !peer.isLoopbackAddress() ? peer : caller;
  }

  private static Optional<InetAddress> address(String hop) {
    return hop.contains("/") ? Optional.empty() : IpRange.parse(hop).map(IpRange::start);
  }
}
