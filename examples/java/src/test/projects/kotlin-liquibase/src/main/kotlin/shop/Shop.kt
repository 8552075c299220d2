package shop

import io.duetime.JobQueue
import io.duetime.spring.DuetimeListener
import io.duetime.spring.DuetimeQueue
import java.time.Duration
import java.util.concurrent.BlockingQueue
import java.util.concurrent.LinkedBlockingQueue
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional

@SpringBootApplication
class Shop

data class CloseOrder(val number: Int, val reason: String = "not paid")

@Service
class Orders(
  @DuetimeQueue("closing") private val closing: JobQueue<CloseOrder>,
  private val database: JdbcTemplate,
) {
  private val closed = LinkedBlockingQueue<CloseOrder>()

  @Transactional
  fun place(number: Int, fails: Boolean = false) {
    database.update("insert into orders values (?)", number)
    closing.schedule("order-$number", CloseOrder(number), Duration.ZERO)
    check(!fails) { "declined" }
  }

  @DuetimeListener(queue = "closing")
  fun close(order: CloseOrder) {
    closed.add(order)
  }

  fun closed(): BlockingQueue<CloseOrder> = closed
}
