package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The other test's context stays open, in the cache of Spring, on the same database. */
@SpringBootTest(properties = "shop.name=second")
class SecondContextTest {
  @Autowired Orders orders;

  // For long enough that the relay of the other context looks for calls, too.
  @Test
  void eachCommittedOrderIsClosedAndMailedHere() throws Exception {
    Set<String> mails = new HashSet<>();
    for (int i = 0; i < 300; i++) {
      orders.place("second-" + i);
    }
    for (int i = 0; i < 300; i++) {
      mails.add(orders.mails().poll(1, TimeUnit.MINUTES));
    }

    assertThat(mails).hasSize(300).doesNotContainNull();
  }
}
