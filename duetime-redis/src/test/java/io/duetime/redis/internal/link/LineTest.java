package io.duetime.redis.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.internal.time.VirtualTime;
import io.lettuce.core.api.StatefulConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LineTest {
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);

  @Test
  void aConnectionIsRenewedAgainAfterAnError() {
    AtomicInteger asked = new AtomicInteger();
    Line<StatefulConnection<byte[], byte[]>> line =
        new Line<>(() -> fail(asked), time, time, Duration.ZERO, () -> {});

    line.renew();
    time.advance(Duration.ofMinutes(1));
    line.renew();
    time.runReady();

    assertThat(asked).hasValue(2);
  }

  private static StatefulConnection<byte[], byte[]> fail(AtomicInteger asked) {
    asked.incrementAndGet();
    throw new OutOfMemoryError("direct memory");
  }
}
