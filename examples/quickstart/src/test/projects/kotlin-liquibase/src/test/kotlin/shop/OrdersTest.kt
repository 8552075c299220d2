package shop

import io.duetime.spring.DuetimeListener
import java.util.concurrent.TimeUnit
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.boot.test.context.SpringBootTest

@JvmInline value class OrderId(val value: String)

class OfValueClass {
  @DuetimeListener(queue = "ids")
  fun handle(id: OrderId) {}
}

class OfSuspension {
  @DuetimeListener(queue = "ids")
  suspend fun handle(id: String) {}
}

@SpringBootTest
class OrdersTest {
  @Autowired lateinit var orders: Orders

  @Test
  fun `a committed order is closed, one that is rolled back is not`() {
    assertThatThrownBy { orders.place(1, fails = true) }.hasMessage("declined")
    orders.place(2)

    assertThat(orders.closed().poll(1, TimeUnit.MINUTES)).isEqualTo(CloseOrder(2, "not paid"))
    assertThat(orders.closed()).isEmpty()
  }

  // Its handler would get the text of its JSON.
  @Test
  fun `a value class is refused at the start`() {
    assertThatThrownBy { start(OfValueClass::class.java) }.hasStackTraceContaining("OfValueClass.handle")
  }

  @Test
  fun `a suspend function is refused at the start`() {
    assertThatThrownBy { start(OfSuspension::class.java) }.hasStackTraceContaining("a suspend function")
  }

  private fun start(handler: Class<*>) =
    SpringApplicationBuilder(Shop::class.java, handler)
      .run("--duetime.store=memory:", "--spring.datasource.url=jdbc:h2:mem:refused")
      .close()
}
