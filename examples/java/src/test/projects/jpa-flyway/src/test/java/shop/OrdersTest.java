package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.JdbcTemplate;

@SpringBootTest
class OrdersTest {
  @Autowired Orders orders;
  @Autowired JdbcTemplate database;

  // The job closes the order, whose callback schedules the mail during the commit.
  @Test
  void aCommittedOrderIsClosedAndMailed() throws Exception {
    orders.place("a");

    assertThat(orders.mails().poll(1, TimeUnit.MINUTES)).isEqualTo("mail-a CLOSED");
  }

  @Test
  void aCallOfACallbackIsRolledBackWithItsTransaction() throws Exception {
    orders.open("b");

    assertThatThrownBy(() -> orders.decline("b")).hasMessage("declined");
    orders.pay("b");

    assertThat(orders.mails().poll(1, TimeUnit.MINUTES)).isEqualTo("mail-b PAID");
  }

  // More often than the pool has connections.
  @Test
  void aTransactionThatIsTooSlowLeavesNeitherOrderNorJobNorConnection() {
    for (int i = 0; i < 4; i++) {
      String id = "slow-" + i;
      assertThatThrownBy(() -> orders.placeSlowly(id)).isInstanceOf(RuntimeException.class);
    }

    assertThat(database.queryForList("select id from orders where id like 'slow-%'")).isEmpty();
    assertThat(database.queryForList("select id from duetime_outbox")).isEmpty();
  }
}
