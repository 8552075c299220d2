package io.duetime.server.access;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/** Names the network that counts as one caller before a token is known. */
public final class AddressNetwork {
  private static final int IPV6_NETWORK_BYTES = 8;

  private AddressNetwork() {}

  /** The address; of IPv6 the network of 64 bits, as one client can use all addresses in it. */
  public static String of(InetAddress address) {
    byte[] bytes = address.getAddress();
    return HexFormat.of()
        .formatHex(
            bytes.length > IPV6_NETWORK_BYTES ? Arrays.copyOf(bytes, IPV6_NETWORK_BYTES) : bytes);
  }
}
