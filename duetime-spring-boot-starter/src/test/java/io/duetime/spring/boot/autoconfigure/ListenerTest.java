package io.duetime.spring.boot.autoconfigure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.Job;
import io.duetime.JobFailed;
import io.duetime.JobQueue;
import io.duetime.JobRequest;
import io.duetime.RetryPolicy;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.DuetimeRecurring;
import io.duetime.spring.JobHandler;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.transaction.annotation.Transactional;

class ListenerTest {

  /** What handlers saw, in the order in which they ran. */
  static class Seen {
    private final BlockingQueue<String> all = new LinkedBlockingQueue<>();

    void add(String one) {
      all.add(one);
    }

    String next() throws InterruptedException {
      return String.valueOf(all.poll(1, TimeUnit.MINUTES));
    }
  }

  record Order(int number, List<String> items) {}

  @Test
  void aMethodRunsForEachDueJobWithItsPayload() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Shop.class)) {
      app.getBean(Shop.class).orders.schedule(new Order(42, List.of("tea")), Duration.ZERO);

      assertThat(app.getBean(Seen.class).next()).isEqualTo("close 42 of [tea]");
    }
  }

  @Test
  void handlersRunAlsoIfTheApplicationMakesItsBeansLazily() throws Exception {
    try (ConfigurableApplicationContext app =
        Application.start(Shop.class, "spring.main.lazy-initialization=true")) {
      app.getBean(Duetime.class)
          .queue("orders", Codec.bytes())
          .schedule("{\"number\":7,\"items\":[]}".getBytes(UTF_8), Duration.ZERO);

      assertThat(app.getBean(Seen.class).next()).isEqualTo("close 7 of []");
    }
  }

  @Test
  void aPayloadThatCannotBeReadIsDeadWithTheReasonAndOtherJobsRun() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Shop.class)) {
      JobQueue<byte[]> raw = app.getBean(Duetime.class).queue("orders", Codec.bytes());
      raw.schedule("broken", "{\"number\":".getBytes(UTF_8), Duration.ZERO);
      raw.schedule("whole", "{\"number\":7,\"items\":[]}".getBytes(UTF_8), Duration.ZERO);

      assertThat(app.getBean(Seen.class).next()).isEqualTo("close 7 of []");
      while (raw.counts().now().dead() == 0) {
        Thread.onSpinWait();
      }
      assertThat(raw.find("broken").orElseThrow().end().orElseThrow().message())
          .contains("payload");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Shop {
    @DuetimeQueue("orders")
    JobQueue<Order> orders;

    @Bean
    Seen seen() {
      return new Seen();
    }

    @Bean
    @Lazy
    Closer closer(Seen seen) {
      return new Closer(seen);
    }
  }

  record Closer(Seen seen) {
    @DuetimeListener(queue = "orders", concurrency = "${orders.concurrency:4}", lease = "10s")
    void close(Order order) {
      seen.add("close " + order.number() + " of " + order.items());
    }
  }

  @Test
  void anAnnotationMayBeComposedAndHaveExpressions() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Composed.class)) {
      app.getBean(Composed.class).orders.schedule("42", Duration.ZERO);

      assertThat(app.getBean(Seen.class).next()).isEqualTo("42");
    }
  }

  @DuetimeListener(queue = "#{'or' + 'ders'}", concurrency = "1")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface ForOrders {}

  @Configuration(proxyBeanMethods = false)
  static class Composed {
    private final Seen seen = new Seen();

    @DuetimeQueue("orders")
    JobQueue<String> orders;

    @Bean
    Seen seen() {
      return seen;
    }

    @ForOrders
    void see(String order) {
      seen.add(order);
    }
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void settingsOfAQueueWithoutAHandlerAreTold(CapturedOutput output) {
    Application.start(Shop.class, "duetime.queues.ordres.concurrency=4").close();

    assertThat(output).contains("duetime.queues.ordres has no effect");
  }

  @Test
  void aMethodSeesTheJobBesideItsPayload() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(WithJob.class)) {
      app.getBean(WithJob.class)
          .texts
          .schedule(JobRequest.builder("hello").id("one").header("language", "en").build());

      assertThat(app.getBean(Seen.class).next()).isEqualTo("hello one 1 {language=en}");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class WithJob {
    final JobQueue<String> texts;

    WithJob(@DuetimeQueue("${texts.queue:texts}") JobQueue<String> texts) {
      this.texts = texts;
    }

    @Bean
    Seen seen() {
      return new Seen();
    }

    @Bean
    Greeter greeter(Seen seen) {
      return new Greeter(seen);
    }

    record Greeter(Seen seen) {
      @DuetimeListener(queue = "texts")
      void greet(Job<String> job, String text) {
        seen.add(text + " " + job.id() + " " + job.attempt() + " " + job.headers());
      }
    }
  }

  @Test
  void retriesAndTheQueueOfDeadJobsComeFromTheAnnotation() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Failing.class)) {
      Duetime duetime = app.getBean(Duetime.class);
      duetime.queue("calls", Codec.string()).schedule("x", "to nothing", Duration.ZERO);
      Seen seen = app.getBean(Seen.class);

      assertThat(List.of(seen.next(), seen.next(), seen.next()))
          .containsExactly("attempt 1 of 2", "attempt 2 of 2", "dead: to nothing");
      assertThat(duetime.admin("calls").settings().defaultRetry())
          .isEqualTo(RetryPolicy.fixed(2, Duration.ofMillis(1)));
    }
  }

  @Test
  void propertiesOverrideTheAnnotation() throws Exception {
    try (ConfigurableApplicationContext app =
        Application.start(Failing.class, "duetime.queues.calls.max-attempts=1")) {
      Duetime duetime = app.getBean(Duetime.class);
      duetime.queue("calls", Codec.string()).schedule("x", "to nothing", Duration.ZERO);
      Seen seen = app.getBean(Seen.class);

      assertThat(List.of(seen.next(), seen.next()))
          .containsExactly("attempt 1 of 1", "dead: to nothing");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Failing {
    @Bean
    Seen seen() {
      return new Seen();
    }

    @Bean
    Caller caller(Seen seen) {
      return new Caller(seen);
    }

    record Caller(Seen seen) {
      @DuetimeListener(queue = "calls", maxAttempts = "2", backoff = "1ms", deadCopyTo = "failed")
      void call(Job<String> job) {
        seen.add("attempt " + job.attempt() + " of " + job.maxAttempts());
        throw new IllegalStateException("no answer");
      }

      @DuetimeListener(queue = "failed")
      void failed(String number) {
        seen.add("dead: " + number);
      }
    }
  }

  @Test
  void aMethodBehindAProxyRunsThroughIt() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Proxied.class)) {
      app.getBean(Duetime.class).queue("rows", Codec.string()).schedule("row", Duration.ZERO);

      assertThat(app.getBean(Seen.class).next()).isEqualTo("row in a transaction: true");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Proxied {
    @Bean
    Seen seen() {
      return new Seen();
    }

    @Bean
    Writer writer(Seen seen) {
      return new Writer(seen);
    }

    static class Writer {
      private final Seen seen;

      Writer(Seen seen) {
        this.seen = seen;
      }

      @Transactional
      @DuetimeListener(queue = "rows")
      public void write(String row) {
        seen.add(
            row
                + " in a transaction: "
                + org.springframework.transaction.support.TransactionSynchronizationManager
                    .isActualTransactionActive());
      }
    }
  }

  @Test
  void beansOfJobHandlersRunToo() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Beans.class)) {
      Duetime duetime = app.getBean(Duetime.class);
      duetime.queue("typed", Codec.string()).schedule("a", Duration.ZERO);
      assertThat(app.getBean(Seen.class).next()).isEqualTo("typed a");

      duetime.queue("lambda", Codec.string()).schedule("b", Duration.ZERO);
      assertThat(app.getBean(Seen.class).next()).isEqualTo("lambda b");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Beans {
    @Bean
    Seen seen() {
      return new Seen();
    }

    @Bean
    TextHandler typed(Seen seen) {
      return new TextHandler(seen);
    }

    @Bean
    JobHandler<String> lambda(Seen seen) {
      return JobHandler.of("lambda", String.class, job -> seen.add("lambda " + job.payload()));
    }

    record TextHandler(Seen seen) implements JobHandler<String> {
      @Override
      public String queue() {
        return "typed";
      }

      @Override
      public void handle(Job<String> job) {
        seen.add("typed " + job.payload());
      }
    }
  }

  @Test
  void aRecurringMethodRunsAtEachTick() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Recurring.class)) {
      assertThat(app.getBean(Seen.class).next()).startsWith("report@");
      assertThat(app.getBean(Seen.class).next()).startsWith("report@");
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Recurring {
    @Bean
    Seen seen() {
      return new Seen();
    }

    @Bean
    Report report(Seen seen) {
      return new Report(seen);
    }

    record Report(Seen seen) {
      @DuetimeRecurring(name = "report", every = "10ms")
      void run(Job<byte[]> job) {
        seen.add(job.id());
        if (job.attempt() > 1) {
          throw JobFailed.permanently("ran before");
        }
      }
    }
  }
}
