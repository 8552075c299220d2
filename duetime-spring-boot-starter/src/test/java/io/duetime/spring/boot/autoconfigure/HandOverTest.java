package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Properties hand queues over to targets. */
class HandOverTest {
  private static final int GUARD_SECONDS = 30;
  private static final String TYPE = "duetime.targets.main.type=mailbox";
  private static final String ADDRESS = "duetime.targets.main.own-address=here";

  static class NoBeans {}

  @Test
  void aQueueIsHandedOver() throws InterruptedException {
    try (ConfigurableApplicationContext context =
        Application.start(
            NoBeans.class,
            TYPE,
            ADDRESS,
            "duetime.hand-over.order-timeouts.target=main",
            "duetime.hand-over.order-timeouts.post-box=7",
            "duetime.hand-over.order-timeouts.in-flight=10")) {
      context
          .getBean(Duetime.class)
          .queue("order-timeouts", Codec.string())
          .schedule("order-42", "42 EUR", Duration.ZERO);

      assertThat(MailboxProvider.MAIL.poll(GUARD_SECONDS, TimeUnit.SECONDS))
          .isEqualTo("here 7 order-42");
    }
  }

  @Test
  void aMissingTargetFailsAtTheStart() {
    assertThatThrownBy(() ->
            Application.start(
                NoBeans.class, TYPE, ADDRESS, "duetime.hand-over.orders.target=other"))
        .rootCause()
        .hasMessageContaining("duetime.hand-over.orders.target")
        .hasMessageContaining("other");
  }

  @Test
  void anUnknownTypeFailsAtTheStart() {
    assertThatThrownBy(() -> Application.start(NoBeans.class, "duetime.targets.main.type=fax"))
        .rootCause()
        .hasMessageContaining("one of ")
        .hasMessageContaining("mailbox");
  }
}
