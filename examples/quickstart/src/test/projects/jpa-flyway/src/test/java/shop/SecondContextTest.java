package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The other test's context stays open, in the cache of Spring. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:file:./target/second")
class SecondContextTest {
  @Autowired Orders orders;

  @Test
  void aCommittedOrderIsClosedAndMailed() throws Exception {
    orders.place("a");

    assertThat(orders.mails().poll(1, TimeUnit.MINUTES)).isEqualTo("mail-a CLOSED");
  }
}
