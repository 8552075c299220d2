package io.duetime.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.duetime.Codec;
import io.duetime.Duetime;
import io.duetime.JobQueue;
import io.duetime.redis.fixture.RedisProcess;
import io.duetime.spring.DuetimeCustomizer;
import io.duetime.spring.DuetimeListener;
import io.duetime.spring.DuetimeQueue;
import io.duetime.spring.StoreOpener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** One property chooses the store; every bean gives way to the application's own. */
class StoreChoiceTest {

  static class Greeter {
    final CompletableFuture<String> greeted = new CompletableFuture<>();

    @DuetimeQueue("${greetings}")
    JobQueue<String> greetings;

    @DuetimeListener(queue = "${greetings}")
    void greet(String name) {
      greeted.complete(name);
    }
  }

  @Test
  void aFolderKeepsJobsOverARestart(@TempDir Path folder) throws Exception {
    String store = "embedded:" + folder.resolve("data");
    try (ConfigurableApplicationContext app =
        Application.startOn(
            store, Greeter.class, "greetings=hello", "duetime.listener.enabled=false")) {
      app.getBean(Greeter.class).greetings.schedule("you", Duration.ZERO);
    }

    try (ConfigurableApplicationContext app =
        Application.startOn(store, Greeter.class, "greetings=hello")) {
      assertThat(greeted(app)).isEqualTo("you");
    }
  }

  @Test
  void redisRunsByItsUri() throws Exception {
    String store = RedisProcess.shared().uri() + "?prefix=" + UUID.randomUUID();
    try (ConfigurableApplicationContext app =
        Application.startOn(store, Greeter.class, "greetings=hello")) {
      app.getBean(Greeter.class).greetings.schedule("you", Duration.ofMillis(20));

      assertThat(greeted(app)).isEqualTo("you");
    }
  }

  @Test
  void redisRunsOverTheConnectionOfSpringData() throws Exception {
    String queue = "hello-" + UUID.randomUUID();
    try (ConfigurableApplicationContext app =
        Application.startOn(
            "redis",
            Greeter.class,
            "greetings=" + queue,
            "spring.data.redis.url=" + RedisProcess.shared().uri())) {
      app.getBean(Greeter.class).greetings.schedule("you", Duration.ofMillis(20));

      assertThat(greeted(app)).isEqualTo("you");
    }
    try (Duetime same = Duetime.open(RedisProcess.shared().uri())) {
      assertThat(same.queues()).contains(queue);
    }
  }

  private static String greeted(ConfigurableApplicationContext app) throws Exception {
    return app.getBean(Greeter.class).greeted.get(1, TimeUnit.MINUTES);
  }

  @Test
  void theApplicationsOwnStoreIsUsed() {
    try (ConfigurableApplicationContext app = Application.startOn("nosuch:", OwnStore.class)) {
      assertThat(app.getBean(Duetime.class)).isSameAs(app.getBean("own"));
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class OwnStore {
    @Bean
    Duetime own() {
      return Duetime.open("memory:");
    }
  }

  @Test
  void customizersAndOpenersChangeTheStore() {
    try (ConfigurableApplicationContext app = Application.startOn("nosuch:", Customized.class)) {
      JobQueue<String> queue = app.getBean(Duetime.class).queue("q", Codec.string());
      assertThat(queue.counts().waiting()).isZero();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Customized {
    @Bean
    DuetimeCustomizer customizer() {
      return settings -> settings.uri("memory:").name("shop-1");
    }

    @Bean
    StoreOpener opener() {
      return settings -> {
        assertThat(settings.name()).contains("shop-1");
        return settings.toBuilder().open();
      };
    }
  }

  @Test
  void everythingCanBeSwitchedOff() {
    try (ConfigurableApplicationContext app =
        Application.start(StoreChoiceTest.class, "duetime.enabled=false")) {
      assertThatThrownBy(() -> app.getBean(Duetime.class))
          .isInstanceOf(NoSuchBeanDefinitionException.class);
    }
  }
}
