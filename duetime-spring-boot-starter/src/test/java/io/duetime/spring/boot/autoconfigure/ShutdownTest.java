package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.duetime.JobQueue;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ShutdownTest {

  static class Slow {
    final CountDownLatch started = new CountDownLatch(1);
    final CountDownLatch released = new CountDownLatch(1);
    final CompletableFuture<String> ended = new CompletableFuture<>();

    @DuetimeQueue("slow")
    JobQueue<String> jobs;

    @DuetimeListener(queue = "slow")
    void run(String text) throws InterruptedException {
      started.countDown();
      released.await();
      ended.complete(String.valueOf(Thread.currentThread().isInterrupted()));
    }
  }

  /** Is stopped after the handlers, as a web server is. */
  static class Later implements SmartLifecycle {
    final Slow slow;
    boolean handlerHadEnded;
    boolean running;

    Later(Slow slow) {
      this.slow = slow;
    }

    @Override
    public void start() {
      running = true;
    }

    @Override
    public void stop() {
      handlerHadEnded = slow.ended.isDone();
      running = false;
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Override
    public int getPhase() {
      return DEFAULT_PHASE - 1024;
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Shop {
    @Bean
    Slow slow() {
      return new Slow();
    }

    @Bean
    Later later(Slow slow) {
      return new Later(slow);
    }

    @Bean
    MeterRegistry registry() {
      return new SimpleMeterRegistry();
    }
  }

  @Test
  void aRunningHandlerEndsBeforeTheWebServerStops() throws Exception {
    ConfigurableApplicationContext app = Application.start(Shop.class);
    Slow slow = app.getBean(Slow.class);
    Later later = app.getBean(Later.class);
    slow.jobs.schedule("x", Duration.ZERO);
    slow.started.await();

    CompletableFuture<Void> closed = CompletableFuture.runAsync(app::close);
    slow.released.countDown();
    closed.get(1, TimeUnit.MINUTES);

    assertThat(slow.ended).isCompletedWithValue("false");
    assertThat(later.handlerHadEnded).isTrue();
  }

  // Otherwise an application without a web server would end while its jobs wait.
  @Test
  void handlersKeepTheJvmAliveUntilTheyStop() throws Exception {
    List<Thread> ofOthers = keepingAlive(List.of());
    List<Thread> own;
    try (ConfigurableApplicationContext app = Application.start(Shop.class)) {
      own = keepingAlive(ofOthers);
      assertThat(app.isActive()).isTrue();
      assertThat(own).hasSize(1).noneMatch(Thread::isDaemon);
    }
    own.get(0).join(TimeUnit.MINUTES.toMillis(1));
    assertThat(own.get(0).isAlive()).isFalse();

    try (ConfigurableApplicationContext app =
        Application.start(Shop.class, "duetime.listener.enabled=false")) {
      assertThat(app.isActive()).isTrue();
      assertThat(keepingAlive(ofOthers)).isEmpty();
    }
  }

  private static List<Thread> keepingAlive(List<Thread> without) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("duetime-keep-alive"))
        .filter(thread -> !without.contains(thread))
        .toList();
  }

  @Test
  void metersAreInTheApplicationsRegistry() throws Exception {
    try (ConfigurableApplicationContext app = Application.start(Shop.class)) {
      Slow slow = app.getBean(Slow.class);
      slow.released.countDown();
      slow.jobs.schedule("x", Duration.ZERO);
      slow.ended.get(1, TimeUnit.MINUTES);

      assertThat(app.getBean(MeterRegistry.class).getMeters())
          .anyMatch(meter -> "slow".equals(meter.getId().getTag("queue")));
    }
  }
}
