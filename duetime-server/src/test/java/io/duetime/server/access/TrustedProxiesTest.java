package io.duetime.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.handover.IpRange;
import io.duetime.server.access.Authenticator.TrustedProxies;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrustedProxiesTest {
  private static final TrustedProxies PROXIES =
      new TrustedProxies(
          Stream.of("10.0.0.0/8", "fd00::/8", "127.0.0.1").map(IpRange::of).toList());

  @Test
  void aCallerThatIsNoTrustedProxyHasTheAddressOfItsConnection() {
    assertThat(caller("198.51.100.7", "203.0.113.9")).isEqualTo("198.51.100.7");
    assertThat(TrustedProxies.NONE.caller(ip("10.0.0.1"), List.of("203.0.113.9")))
        .isEqualTo(ip("10.0.0.1"));
  }

  @Test
  void aTrustedProxySaysWhoCalls() {
    assertThat(caller("10.0.0.1", "203.0.113.9")).isEqualTo("203.0.113.9");
    assertThat(caller("fd00::1", "2001:db8::7")).isEqualTo("2001:db8:0:0:0:0:0:7");
    assertThat(caller("127.0.0.1", "127.0.0.1")).isEqualTo("127.0.0.1");
  }

  @Test
  void theLastAddressThatIsNoTrustedProxyIsTheCaller() {
    assertThat(caller("10.0.0.1", "192.0.2.66, 203.0.113.9 , 10.0.0.2")).isEqualTo("203.0.113.9");
    assertThat(caller("10.0.0.1", "192.0.2.66", "203.0.113.9,10.0.0.2")).isEqualTo("203.0.113.9");
    assertThat(caller("10.0.0.1", "10.0.0.3, 10.0.0.2")).isEqualTo("10.0.0.3");
  }

  @Test
  void whatIsNoAddressEndsTheList() {
    assertThat(caller("10.0.0.1")).isEqualTo("10.0.0.1");
    assertThat(caller("10.0.0.1", "")).isEqualTo("10.0.0.1");
    assertThat(caller("10.0.0.1", "203.0.113.9, unknown, 10.0.0.2")).isEqualTo("10.0.0.2");
    assertThat(caller("10.0.0.1", "203.0.113.0/24")).isEqualTo("10.0.0.1");
    assertThat(caller("10.0.0.1", "localhost")).isEqualTo("10.0.0.1");
  }

  @Test
  void anotherMachineDoesNotMakeCallersLocal() {
    assertThat(caller("10.0.0.1", "127.0.0.1")).isEqualTo("10.0.0.1");
    assertThat(caller("10.0.0.1", "::1")).isEqualTo("10.0.0.1");
  }

  private static String caller(String peer, String... forwarded) {
    return PROXIES.caller(ip(peer), List.of(forwarded)).getHostAddress();
  }

  private static InetAddress ip(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException impossible) {
      throw new IllegalArgumentException(text, impossible);
    }
  }
}
