package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.spring.test.DuetimeTest;
import io.duetime.test.TestDuetime;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DuplicateKeyException;

@SpringBootTest
@DuetimeTest
class OrdersTest {
  @Autowired Orders orders;
  @Autowired TestDuetime duetime;

  @Test
  void anOrderThatIsNotPaidIsClosed() {
    orders.place(42);
    orders.place(43);
    orders.pay(43);

    duetime.advance(Duration.ofMinutes(29));
    assertThat(orders.state(42)).isEqualTo("OPEN");

    duetime.advance(Duration.ofMinutes(1));
    assertThat(orders.state(42)).isEqualTo("CLOSED");
    assertThat(orders.state(43)).isEqualTo("PAID");
  }

  @Test
  void anOrderThatIsNotStoredIsNotClosed() {
    orders.place(44);
    orders.pay(44);

    assertThatThrownBy(() -> orders.place(44)).isInstanceOf(DuplicateKeyException.class);

    duetime.advance(Duration.ofHours(1));
    assertThat(orders.state(44)).isEqualTo("PAID");
    assertThat(duetime.admin("order-timeouts").counts().waiting()).isZero();
  }
}
