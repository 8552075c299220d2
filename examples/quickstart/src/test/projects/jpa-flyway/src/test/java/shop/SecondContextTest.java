package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The other test's context stays open, in the cache of Spring, on the same database. */
@SpringBootTest(properties = "shop.name=second")
class SecondContextTest {
  @Autowired Orders orders;

  @Test
  void aCommittedOrderIsClosedAndMailed() throws Exception {
    orders.place("z");

    assertThat(orders.mails().poll(1, TimeUnit.MINUTES)).isEqualTo("mail-z CLOSED");
  }
}
