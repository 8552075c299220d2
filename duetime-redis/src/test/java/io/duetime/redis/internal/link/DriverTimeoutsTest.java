package io.duetime.redis.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DriverTimeoutsTest {
  private static final LinkSettings SETTINGS = LinkSettings.DEFAULT;

  private static long timeout(ProtocolKeyword keyword, LinkSettings settings) {
    return new DriverTimeouts(settings)
        .getTimeout(new Command<>(keyword, new StatusOutput<>(ByteArrayCodec.INSTANCE)));
  }

  @Test
  void aScriptIsWaitedForLongerThanItsSenderWaits() {
    LinkSettings patient = SETTINGS.within(Duration.ofSeconds(20), Duration.ofSeconds(5));

    assertThat(timeout(Keyword.EVALSHA, SETTINGS)).isEqualTo(6_000);
    assertThat(timeout(Keyword.EVALSHA, patient)).isEqualTo(21_000);
  }

  @Test
  void aConnectionHasItsTime() {
    LinkSettings hasty = SETTINGS.within(Duration.ofMillis(100), Duration.ofSeconds(5));

    assertThat(timeout(Keyword.EVALSHA, hasty)).isEqualTo(3_000);
  }

  @Test
  void whatIsAskedToWaitIsNotCutShort() {
    assertThat(timeout(Keyword.WAIT, SETTINGS)).isZero();
  }
}
