package io.duetime.handover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

class MessageHeadersTest {
  @Test
  void momentsAreWrittenAsInstantWritesThem() {
    long seed = ThreadLocalRandom.current().nextLong();
    Random random = new Random(seed);
    Instant moment = Instant.EPOCH;
    for (int i = 0; i < 20_000; i++) {
      moment =
          switch (random.nextInt(5)) {
            case 0 -> moment.plusMillis(random.nextInt(100));
            case 1 -> moment.plusSeconds(random.nextInt());
            case 2 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000) * 1_000_000L);
            case 3 -> Instant.ofEpochSecond(random.nextLong() % 200_000_000_000L);
            default -> moment.plusNanos(random.nextInt(3));
          };
      assertThat(MessageHeaders.text(moment)).as("seed " + seed).isEqualTo(moment.toString());
    }
  }
}
