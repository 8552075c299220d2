package io.duetime.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.server.json.QueueBrief.Late;
import io.duetime.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RecentLatenessTest {
  private final VirtualTime time = new VirtualTime(Instant.parse("2026-11-20T07:00:00Z"));
  private final RecentLateness lateness = new RecentLateness(time);

  @Test
  void aQueueWithoutAttemptsHasNone() {
    assertThat(lateness.of("orders")).isNull();
  }

  @Test
  void percentilesAreThoseOfItsAttempts() {
    for (int i = 1; i <= 100; i++) {
      lateness.add("orders", i);
    }
    lateness.add("mail", 7_000);

    assertThat(lateness.of("orders")).isEqualTo(new Late(50, 99, 100));
    Late mail = lateness.of("mail");
    assertThat(mail).isNotNull();
    assertThat(mail.p50Millis()).isBetween(7_000L, 7_070L);
  }

  @Test
  void attemptsAreForgottenAfterAMinute() {
    lateness.add("orders", 5);
    time.advance(Duration.ofSeconds(30));
    assertThat(lateness.of("orders")).isEqualTo(new Late(5, 5, 1));

    lateness.add("orders", 9);
    time.advance(Duration.ofSeconds(30));
    assertThat(lateness.of("orders")).isEqualTo(new Late(9, 9, 1));

    time.advance(Duration.ofSeconds(60));
    assertThat(lateness.of("orders")).isNull();
  }

  @Test
  void quietQueuesMakeRoomForOthers() {
    for (int i = 0; i < 2_000; i++) {
      lateness.add("quiet-" + i, 1);
    }
    lateness.add("further", 1);
    assertThat(lateness.of("further")).isNull();

    time.advance(Duration.ofMinutes(2));
    lateness.add("further", 1);
    assertThat(lateness.of("further")).isEqualTo(new Late(1, 1, 1));
    assertThat(lateness.of("quiet-1")).isNull();
  }
}
