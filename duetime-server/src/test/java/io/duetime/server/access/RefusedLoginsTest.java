package io.duetime.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.engine.server.AuditLog;
import io.duetime.engine.server.AuditLog.AuditEntry;
import io.duetime.memory.MemoryEngine;
import io.duetime.server.access.Authenticator.Login.Refused;
import io.duetime.time.VirtualTime;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusedLoginsTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final MemoryEngine store = new MemoryEngine(time);
  private final List<Refused> counted = new ArrayList<>();
  private final RefusedLogins logins = new RefusedLogins(time, store, counted::add);

  @Test
  void wrongTokensAreRecordedAtOnceAndThenOnceAMinuteWithTheirNumber() {
    for (int i = 0; i < 10; i++) {
      logins.add(ip("192.0.2.1"), i < 5 ? Refused.INVALID : Refused.TOO_MANY_FAILURES);
    }
    assertThat(recorded()).containsExactly("192.0.2.1: 1");

    time.advance(Duration.ofMinutes(1));
    assertThat(recorded()).containsExactly("192.0.2.1: 1", "192.0.2.1: 9");
    logins.add(ip("192.0.2.1"), Refused.INVALID);
    assertThat(recorded()).hasSize(2);
    time.advance(Duration.ofMinutes(1));

    assertThat(recorded()).containsExactly("192.0.2.1: 1", "192.0.2.1: 9", "192.0.2.1: 1");
    time.advance(Duration.ofMinutes(10));
    assertThat(recorded()).hasSize(3);
    assertThat(counted).hasSize(11);
  }

  @Test
  void callsWithoutATokenAreOnlyCounted() {
    logins.add(ip("192.0.2.1"), Refused.MISSING);
    logins.add(ip("192.0.2.1"), Refused.TOO_MANY_REQUESTS);

    assertThat(counted).containsExactly(Refused.MISSING, Refused.TOO_MANY_REQUESTS);
    assertThat(recorded()).isEmpty();
  }

  @Test
  void theAddressesOfANetworkOfIpv6ShareALine() {
    logins.add(ip("2001:db8::1"), Refused.INVALID);
    logins.add(ip("2001:db8::2"), Refused.INVALID);

    time.advance(Duration.ofMinutes(1));

    assertThat(recorded()).containsExactly("2001:db8:0:0:0:0:0:1: 1", "2001:db8:0:0:0:0:0:1: 1");
  }

  @Test
  void manyAddressesDoNotDisplaceTheAuditLog() {
    for (int minute = 0; minute < 60; minute++) {
      for (int host = 0; host < 200; host++) {
        logins.add(ip("10.0." + minute + "." + host), Refused.INVALID);
      }
      time.advance(Duration.ofMinutes(1));
    }

    assertThat(recorded()).hasSizeBetween(100, 200);
  }

  private List<String> recorded() {
    List<AuditEntry> newestFirst =
        store.auditEntries(AuditLog.NEWEST, 1_000).toCompletableFuture().join();
    List<String> texts = new ArrayList<>();
    newestFirst.forEach(entry -> {
      assertThat(entry.event().action()).isEqualTo("refused login");
      texts.add(
          0, entry.event().details().get("address") + ": " + entry.event().details().get("count"));
    });
    return texts;
  }

  private static InetAddress ip(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException impossible) {
      throw new IllegalArgumentException(text, impossible);
    }
  }
}
