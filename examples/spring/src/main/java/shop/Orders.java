package shop;

import io.duetime.JobQueue;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import java.time.Duration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Orders {
  private final JdbcTemplate database;
  private final JobQueue<CloseOrder> timeouts;

  Orders(JdbcTemplate database, @DuetimeQueue("order-timeouts") JobQueue<CloseOrder> timeouts) {
    this.database = database;
    this.timeouts = timeouts;
  }

  @Transactional
  public void place(int number) {
    database.update("insert into orders values (?, 'OPEN')", number);
    timeouts.schedule("order-" + number, new CloseOrder(number), Duration.ofMinutes(30));
  }

  @Transactional
  public void pay(int number) {
    database.update("update orders set state = 'PAID' where number = ?", number);
    timeouts.cancel("order-" + number);
  }

  @Transactional
  @DuetimeListener(queue = "order-timeouts", concurrency = "4")
  public void close(CloseOrder order) {
    database.update(
        "update orders set state = 'CLOSED' where number = ? and state = 'OPEN'", order.number());
  }

  public String state(int number) {
    return database.queryForObject(
        "select state from orders where number = ?", String.class, number);
  }
}
