package io.duetime.redis.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.redis.internal.link.DurabilityProber.WaitAof;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose WAITAOF is believed. */
class WaitAofTest {
  @ParameterizedTest
  @CsvSource({
    "redis, 8.0.6, true",
    "redis, 10.2.0, true",
    "redis, 7.4.2, false",
    "redis, 7.2.4, false",
    "valkey, 8.0.1, false",
    "valkey, 9.1.2, false",
    "redis, unstable, false"
  })
  void redisFromTheVersionOnThatWaitsForTheFsync(String server, String version, boolean believed) {
    List<?> hello =
        List.of(
            bytes("server"), bytes(server),
            bytes("version"), bytes(version),
            bytes("proto"), 2L,
            bytes("modules"), List.of());

    assertThat(WaitAof.isBelievedOf(hello)).isEqualTo(believed);
  }

  @Test
  void noneThatDoesNotSayWhatItIs() {
    assertThat(WaitAof.isBelievedOf(null)).isFalse();
    assertThat(WaitAof.isBelievedOf(List.of(bytes("server")))).isFalse();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
