package io.duetime.spring.boot.autoconfigure.outbox;

import static io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobQueue;
import io.duetime.spring.boot.StoreHealth;
import io.duetime.spring.boot.autoconfigure.outbox.OutboxTest.Shop;
import io.duetime.spring.outbox.OutboxRelay;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Operators see what waits in the outbox. */
class OutboxMetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  static Stream<String> databases() {
    return OutboxTest.databases();
  }

  @ParameterizedTest
  @MethodSource("databases")
  void metersAndHealthTellWhatWaitsAndWhatIsSetAside(String database) {
    try (ConfigurableApplicationContext app =
        start(database, "duetime.outbox.interval=1h", "spring.application.name=meters")) {
      app.getBean("duetimeOutboxMeters", MeterBinder.class).bindTo(registry);
      OutboxRelay relay = app.getBean(OutboxRelay.class);
      relay.stop();
      assertThat(gauge("waiting")).isZero();
      assertThat(registry.get("duetime.outbox.age").timeGauge().value()).isZero();

      JobQueue<String> orders = app.getBean(Shop.class).orders;
      new TransactionTemplate(app.getBean(PlatformTransactionManager.class))
          .executeWithoutResult(status -> {
            orders.schedule("o1", "1", Duration.ofHours(1));
            orders.schedule("o2", "2", Duration.ofHours(1));
          });
      JdbcTemplate jdbc = app.getBean(JdbcTemplate.class);
      String own = " where application = 'meters'";
      jdbc.update("update duetime_outbox set created_at = created_at - interval '1' hour" + own);
      Integer last = jdbc.queryForObject("select max(id) from duetime_outbox" + own, Integer.class);
      jdbc.update("update duetime_outbox set failure = 'for the test' where id = ?", last);

      assertThat(gauge("waiting")).isEqualTo(1);
      assertThat(gauge("set.aside")).isEqualTo(1);
      assertThat(registry.get("duetime.outbox.age").timeGauge().value()).isBetween(3_600., 7_200.);
      assertThat(app.getBean(StoreHealth.class).ask().details())
          .containsEntry("outboxWaiting", 1L)
          .containsEntry("outboxSetAside", 1L)
          .containsKeys("outboxOldestSeconds", "now");

      relay.start();
      while (gauge("waiting") > 0) {
        Thread.onSpinWait();
      }
      relay.stop();
      assertThat(registry.get("duetime.outbox.sent").functionCounter().count()).isEqualTo(1);
      jdbc.update("delete from duetime_outbox" + own);
    }
  }

  private double gauge(String name) {
    return registry.get("duetime.outbox." + name).gauge().value();
  }
}
