package io.duetime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.InvalidRequestException;
import io.duetime.handover.IpRange;
import io.duetime.handover.TargetSettings;
import io.duetime.handover.TargetSettings.TargetAccess;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which addresses may be called. */
class AddressGuardTest {
  private static boolean permits(String allowed, String address) throws Exception {
    return guard(allowed, null).permits(InetAddress.getByName(address));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.0.9",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.7",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::7f00:1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a9fe:a9fe::1",
        "2002:c0a8:101::",
        "3fff::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "5f00::1",
        "4000::1"
      })
  void addressesThatAreNotPublicAreNotCalled(String address) throws Exception {
    assertThat(permits("false", address)).isFalse();
    assertThat(permits("true", address)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.1",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.255.255",
        "172.32.0.1",
        "192.167.255.255",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2a00:1450::1",
        "2001:4860:4860::8888",
        "2002:101:101::",
        "64:ff9b::808:808",
        "::ffff:8.8.8.8"
      })
  void publicAddressesAreCalled(String address) throws Exception {
    assertThat(permits("false", address)).isTrue();
  }

  @Test
  void onlyTheRangesOfTheSettingsAreAllowedInAddition() throws Exception {
    String allowed = "10.1.0.0/16, fd00:1::/32,127.0.0.1";

    assertThat(permits(allowed, "10.1.2.3")).isTrue();
    assertThat(permits(allowed, "10.2.2.3")).isFalse();
    assertThat(permits(allowed, "fd00:1:ffff::1")).isTrue();
    assertThat(permits(allowed, "fd00:2::1")).isFalse();
    assertThat(permits(allowed, "127.0.0.1")).isTrue();
    assertThat(permits(allowed, "127.0.0.2")).isFalse();
    assertThat(permits(allowed, "64:ff9b::a01:203")).isTrue();
  }

  @Test
  void aRangeMayEndWithinAByte() throws Exception {
    assertThat(permits("10.0.0.0/12", "10.15.0.1")).isTrue();
    assertThat(permits("10.0.0.0/12", "10.16.0.1")).isFalse();
    assertThat(permits("fd00::/9", "fd7f::1")).isTrue();
    assertThat(permits("fd80::/9", "fd7f::1")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"yes", "", "10.0.0.0/33", "10.0.0/8", "300.0.0.1", "fc00::/129", "localhost/8"})
  void rangesThatAreNoneAreRefused(String allowed) {
    assertThatThrownBy(() -> guard(allowed, null))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("true, false or ranges such as 10.0.0.0/8,fc00::/7");
  }

  private static AddressGuard guard(String allowed, @Nullable TargetAccess access) {
    return AddressGuard.of(new TargetSettings("shop", Map.of("allowPrivate", allowed), access));
  }

  private static TargetAccess within(String... ranges) {
    return new TargetAccess(null, "", Stream.of(ranges).map(IpRange::of).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "10.0.0.0/8", "10.1.0.0/16,127.0.0.1", "::/0"})
  void addressesThatTheServerDoesNotAllowAreRefused(String allowed) {
    assertThatThrownBy(() -> guard(allowed, TargetAccess.NONE))
        .hasMessageContaining("allowPrivate")
        .hasMessageEndingWith("allowed: addresses in the server's private-ranges: none");
  }

  @Test
  void rangesWithinThoseOfTheServerAreAllowed() throws UnknownHostException {
    TargetAccess access = within("10.1.0.0/16", "fd00::/8");

    AddressGuard all = guard("true", access);
    assertThat(all.permits(InetAddress.getByName("10.1.2.3"))).isTrue();
    assertThat(all.permits(InetAddress.getByName("10.2.0.1"))).isFalse();
    assertThat(all.permits(InetAddress.getLoopbackAddress())).isFalse();
    AddressGuard some = guard("10.1.7.0/24", access);
    assertThat(some.permits(InetAddress.getByName("10.1.7.3"))).isTrue();
    assertThat(some.permits(InetAddress.getByName("10.1.2.3"))).isFalse();
    assertThat(guard("false", access).permits(InetAddress.getByName("fd00::1"))).isFalse();
    assertThatThrownBy(() -> guard("10.0.0.0/8", access))
        .hasMessageEndingWith("private-ranges: 10.1.0.0/16,fd00:0:0:0:0:0:0:0/8");
  }
}
