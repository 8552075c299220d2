package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Job;
import io.duetime.JobQueue;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ObservationTest {
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  /** Sends and receives a trace context, as a tracer does. */
  static class Tracer implements ObservationHandler<Observation.Context> {
    final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

    @Override
    @SuppressWarnings("unchecked")
    public void onStart(Observation.Context context) {
      if (context instanceof SenderContext<?> sender) {
        ((SenderContext<Map<String, String>>) sender)
            .getSetter()
            .set((Map<String, String>) sender.getCarrier(), "traceparent", TRACE);
      }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void onStop(Observation.Context context) {
      String received =
          context instanceof ReceiverContext<?> receiver
              ? " received "
                  + ((ReceiverContext<Job<?>>) receiver)
                      .getGetter()
                      .get((Job<?>) receiver.getCarrier(), "traceparent")
              : "";
      ended.add(
          context.getName()
              + " "
              + context.getLowCardinalityKeyValue("queue").getValue()
              + " "
              + context.getLowCardinalityKeyValue("outcome").getValue()
              + received);
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return String.valueOf(context.getName()).startsWith("duetime.");
    }

    String next() throws InterruptedException {
      return String.valueOf(ended.poll(1, TimeUnit.MINUTES));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Shop {
    final BlockingQueue<Boolean> current = new LinkedBlockingQueue<>();

    @DuetimeQueue("orders")
    JobQueue<String> orders;

    /** Added to the application's registry by Spring Boot. */
    @Bean
    static Tracer tracer() {
      return new Tracer();
    }

    @DuetimeListener(queue = "orders")
    void close(Job<String> job) {
      current.add(job.headers().containsKey("traceparent"));
    }
  }

  @Test
  void theContextOfARequestReachesItsRun() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Shop.class)) {
      Tracer tracer = app.getBean(Tracer.class);
      app.getBean(Shop.class).orders.schedule("o1", "42 EUR", Duration.ZERO);

      assertThat(List.of(tracer.next(), tracer.next()))
          .containsExactlyInAnyOrder(
              "duetime.publish orders created", "duetime.process orders acked received " + TRACE);
      assertThat(app.getBean(Shop.class).current).containsExactly(true);
    }
  }
}
