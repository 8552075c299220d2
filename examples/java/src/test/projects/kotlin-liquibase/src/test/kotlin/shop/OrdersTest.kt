package shop

import com.sun.net.httpserver.HttpServer
import io.duetime.Codec
import io.duetime.Duetime
import io.duetime.spring.DuetimeListener
import java.net.InetSocketAddress
import java.time.Duration
import java.util.concurrent.LinkedBlockingQueue
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

  @Test
  fun `a due job goes to a webhook`() {
    val received = LinkedBlockingQueue<String>()
    val endpoint = HttpServer.create(InetSocketAddress("127.0.0.1", 0), 0)
    endpoint.createContext("/") {
      received.add(it.requestURI.path)
      it.sendResponseHeaders(204, -1)
      it.close()
    }
    endpoint.start()
    SpringApplicationBuilder(Shop::class.java)
      .run(
        "--duetime.store=memory:",
        "--spring.datasource.url=jdbc:h2:mem:hooks",
        "--duetime.targets.hooks.type=webhook",
        "--duetime.targets.hooks.url=http://127.0.0.1:${endpoint.address.port}/{id}",
        "--duetime.targets.hooks.allow-private=true",
        "--duetime.hand-over.reminders.target=hooks",
      )
      .use { app ->
        app.getBean(Duetime::class.java).queue("reminders", Codec.string()).schedule("r1", "x", Duration.ZERO)
        assertThat(received.poll(1, TimeUnit.MINUTES)).isEqualTo("/r1")
      }
    endpoint.stop(0)
  }

  private fun start(handler: Class<*>) =
    SpringApplicationBuilder(Shop::class.java, handler)
      .run("--duetime.store=memory:", "--spring.datasource.url=jdbc:h2:mem:refused")
      .close()
}
