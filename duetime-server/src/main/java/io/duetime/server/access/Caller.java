package io.duetime.server.access;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The caller of a call, and what it may do.
 *
 * @param name the name of its token, {@link OpenId#PERSON} and a name, or {@link #UNNAMED}
 * @param address the IP address that it calls from
 * @param untilMillis when its token or session ends; {@link Long#MAX_VALUE} for never
 * @param rate counts jobs that it schedules; false if these are too many now
 */
public record Caller(
    String name, String address, List<Grant> grants, long untilMillis, IntPredicate rate) {
  /** The name of callers without a token; no token can have it. */
  public static final String UNNAMED = "(no token)";

  private static final int IPV6_NETWORK_BYTES = 8;

  /** A caller that may schedule any number of jobs. */
  public Caller(String name, String address, List<Grant> grants) {
    this(name, address, grants, Long.MAX_VALUE, any -> true);
  }

  /** A caller without a token, which may do everything. */
  public static Caller unnamed(String address) {
    return new Caller(UNNAMED, address, List.of(Grant.EVERYTHING));
  }

  /** Counts jobs that it schedules; false if the rate of its token does not allow them now. */
  public boolean maySchedule(int jobs) {
    return rate.test(jobs);
  }

  public boolean isNamed() {
    return !name.equals(UNNAMED);
  }

  /** By which its share of what the server has for all is counted: its token, or its address. */
  public String holder() {
    return isNamed() ? "token " + name : address;
  }

  /** Whether it has a role on a queue. */
  public boolean may(Role role, String queue) {
    for (Grant grant : grants) { // a stream would take longer than the rest of many calls
      if (grant.allows(role, queue)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it has a role on every queue. */
  public boolean mayEverywhere(Role role) {
    return grants.stream().anyMatch(grant -> grant.allowsEverywhere(role));
  }

  /** Whether it has a role on any queues. */
  public boolean maySomewhere(Role role) {
    return grants.stream().anyMatch(grant -> grant.allows(role));
  }

  /**
   * The network that counts as one caller before a token is known: the address; of IPv6 the network
   * of 64 bits, as one client can use all addresses in it.
   */
  public static String networkOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    return HexFormat.of()
        .formatHex(
            bytes.length > IPV6_NETWORK_BYTES ? Arrays.copyOf(bytes, IPV6_NETWORK_BYTES) : bytes);
  }
}
