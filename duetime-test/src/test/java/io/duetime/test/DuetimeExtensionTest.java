package io.duetime.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

class DuetimeExtensionTest {
  private static final Instant SEVEN = Instant.parse("2026-07-01T07:00:00Z");

  @RegisterExtension private final DuetimeExtension extension = DuetimeExtension.startingAt(SEVEN);

  private TestDuetime before;

  @BeforeEach
  void seeBefore(TestDuetime duetime) {
    before = duetime;
  }

  @AfterEach
  void seeAfter(TestDuetime duetime) {
    assertThat(duetime).isSameAs(before);
  }

  @RepeatedTest(2)
  void everyTestBeginsAtTheMomentGivenWithAnEmptyStore(TestDuetime duetime) {
    assertThat(duetime).isSameAs(before);
    assertThat(duetime.now()).isEqualTo(SEVEN);
    assertThat(duetime.queues()).isEmpty();

    duetime.queue("orders", Codec.bytes()).schedule("a", new byte[0], Duration.ZERO);
    duetime.advance(Duration.ofDays(1));
  }
}
